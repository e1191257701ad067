"""Commands that need no camera: replay, rules, compare, import."""

import argparse
import json
from pathlib import Path

from deploy.choice import house_rules
from deploy.commands.command import Command, complain, json_option, write_json


def _replay_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", metavar="RECORD", help="a record (.jsonl)")
    json_option(parser)


def _replay(args: argparse.Namespace) -> int:
    from deploy.words import replay_lines
    from table import replay

    told = replay.document(args.record)
    if args.json:
        write_json(told)
    else:
        print("\n".join(replay_lines(told)))
    errors = told["errors"]
    if not errors:
        return 0
    first = errors[0]
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    complain(
        f"segnapunti replay: {args.record}, line {first['line']}: {str(first['error']).rstrip('.')}{more}; the other lines were replayed."
    )
    return 1


def _rules_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("cases", nargs="*", metavar="CASE.json", help="worked cases to answer")
    parser.add_argument("--explain", metavar="GAME", help="print the rules in force and their options instead")
    parser.add_argument("--players", type=int, metavar="N", help="how many play, for the defaults that depend on it")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="a house rule; may be given several times")
    parser.add_argument("--lang", default="en", choices=("en", "it", "de"), help="language of --explain (default: en)")
    json_option(parser)


def _rules(args: argparse.Namespace) -> int:
    if args.explain:
        from deploy.explain import explain

        document = explain(args.explain, args.players, house_rules(args.set), args.lang)
        if args.json:
            write_json(document)
        else:
            print(document["text"])
        return 0
    if not args.cases:
        complain("segnapunti rules: give case files to answer, or --explain GAME.")
        return 2
    from table.cases import check, right

    entries = check(args.cases)
    if args.json:
        write_json(entries)
    else:
        for entry in entries:
            said = entry.get("error") or ("answered" if "ok" not in entry else "ok" if entry["ok"] else "DIFFERS")
            got = "" if entry.get("ok") or "error" in entry else f" {json.dumps(entry['got'], ensure_ascii=False)}"
            print(f"{entry['case']}: {said}{got}")
    if right(entries):
        return 0
    wrong = [entry for entry in entries if "error" in entry or entry.get("ok") is False]
    first = f"{wrong[0]['case']}: {wrong[0].get('error', 'answer differs')}"
    complain(f"segnapunti rules: {len(wrong)} of {len(entries)} cases not as expected; first: {first}")
    return 1


def _compare_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("truth", metavar="TRUTH", help="the record of what was played")
    parser.add_argument("record", metavar="RECORD", help="the record of what was seen")
    json_option(parser)


def _compare(args: argparse.Namespace) -> int:
    from deploy.words import comparison_json
    from table.compare import compare
    from table.record import read

    found = compare(read(args.truth), read(args.record))
    if args.json:
        write_json(comparison_json(found))
    else:
        print("\n".join(str(difference) for difference in found.differences) or "No difference.")
        print(
            f"{found.error_free} of {found.hands} hands without an error; {found.cards} cards, {found.unread} unread, {found.wrong} wrong."
        )
    return 0 if found.equal else 1


def _import_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("table", metavar="TABLE.csv", help="a game written down trick by trick")
    parser.add_argument("--out", required=True, type=Path, metavar="RECORD", help="the record to write (.jsonl)")


def _import(args: argparse.Namespace) -> int:
    from table.importing import import_csv
    from table.record import write

    record = import_csv(args.table)
    write(args.out, record)
    print(f"{args.out}: {len(record.events)} events.")
    for error in record.errors:
        complain(f"segnapunti import: {args.table}, line {error.line}: {error.error}")
    return 1 if record.errors else 0


COMMANDS = (
    Command("replay", "Play a record through the rules: tricks, points, faults.", _replay_arguments, _replay),
    Command("rules", "Answer worked cases, or explain the rules in force.", _rules_arguments, _rules),
    Command("compare", "Compare what was seen with what was played, card by card.", _compare_arguments, _compare),
    Command("import", "Make a record of a game written down in a table.", _import_arguments, _import),
)
