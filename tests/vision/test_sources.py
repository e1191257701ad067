"""Sources of frames: stills, videos, cameras; what is missing or cut short is told in one sentence."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from table.errors import BadFile
from vision import camera
from vision.clip import Stills, Video
from vision.frames import FrameSource, open_source


def write_video(path: Path, frames: int = 60) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, (320, 240))
    rng = np.random.default_rng(0)
    for n in range(frames):
        writer.write(np.full((240, 320, 3), n, np.uint8) + rng.integers(0, 60, (240, 320, 3), dtype=np.uint8))
    writer.release()


def read_into(seen: list[int], source: FrameSource) -> None:
    for frame in source:
        seen.append(frame.number)


def test_a_folder_is_a_clip_in_name_order_each_still_at_rest(tmp_path: Path) -> None:
    for name, grey in (("b.png", 20), ("a.png", 10)):
        cv2.imwrite(str(tmp_path / name), np.full((40, 40, 3), grey, np.uint8))
    frames = list(open_source(str(tmp_path)))
    assert [(f.number, int(f.image[0, 0, 0]), f.rest) for f in frames] == [(0, 10, True), (1, 20, True)]
    assert frames[1].at > frames[0].at


def test_pictures_come_in_the_order_given_and_a_bad_one_is_skipped_and_told(tmp_path: Path) -> None:
    for name in ("a.png", "b.png"):
        cv2.imwrite(str(tmp_path / name), np.full((40, 40, 3), 7, np.uint8))
    (tmp_path / "bad.png").write_text("no")
    stills = Stills([tmp_path / "b.png", tmp_path / "bad.png", tmp_path / "a.png"])
    assert [Path(f.name).name for f in stills] == ["b.png", "a.png"]
    assert len(stills.errors) == 1


def test_a_video_gives_all_its_frames_with_their_times(tmp_path: Path) -> None:
    write_video(tmp_path / "a.avi")
    frames = list(open_source(str(tmp_path / "a.avi")))
    assert len(frames) == 60
    assert frames[15].at == pytest.approx(1.0)
    assert frames[0].rest is None
    assert frames[0].size == (320, 240)


def test_a_video_cut_short_gives_what_it_has_then_says_so(tmp_path: Path) -> None:
    write_video(tmp_path / "a.avi")
    data = (tmp_path / "a.avi").read_bytes()
    (tmp_path / "b.avi").write_bytes(data[: len(data) // 2])
    seen: list[int] = []
    with pytest.raises(BadFile, match="cut short"):
        read_into(seen, Video(tmp_path / "b.avi"))
    assert 0 < len(seen) < 60


@pytest.mark.parametrize(("spec", "words"), [("none.mp4", "no file"), ("none.jpg", "no file"), ("text.mp4", "not a video")])
def test_what_cannot_be_opened_is_refused_in_one_sentence(tmp_path: Path, spec: str, words: str) -> None:
    (tmp_path / "text.mp4").write_text("not a video")
    with pytest.raises(BadFile, match=words):
        list(open_source(str(tmp_path / spec)))


def test_several_sources_must_all_be_pictures(tmp_path: Path) -> None:
    for name in ("a.png", "b.mp4"):
        (tmp_path / name).write_text("x")
    with pytest.raises(BadFile, match="not a picture"):
        open_source([str(tmp_path / "a.png"), str(tmp_path / "b.mp4")])


def test_a_csi_camera_is_never_opened_as_a_usb_camera_and_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "video0").mkdir()
    (tmp_path / "video0" / "name").write_text("unicam\n")
    with pytest.raises(BadFile, match="python3-picamera2"):
        camera.Camera("/dev/video0", sysfs=tmp_path)


def test_a_usb_camera_is_not_taken_for_a_csi_camera(tmp_path: Path) -> None:
    (tmp_path / "video2").mkdir()
    (tmp_path / "video2" / "name").write_text("HD Pro Webcam C920\n")
    assert not camera.csi_device(2, tmp_path)


def test_a_missing_camera_is_one_sentence() -> None:
    with pytest.raises(BadFile, match="No camera answers"):
        camera.Camera("/dev/video63")


def test_without_picamera2_the_sentence_says_how_to_get_it() -> None:
    try:
        import picamera2  # noqa: F401  # only to know whether this machine has it
    except ImportError:
        with pytest.raises(BadFile, match="apt install python3-picamera2"):
            open_source("picamera2")
