"""All that knows it is on a machine: arguments, environment, pins, services, and the composition of the rooms."""
