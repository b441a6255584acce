"""Real files that lie beside the repository, where they do."""

import json
from pathlib import Path

import pytest

from notarius.contracts.sources import Transcript
from notarius.errors import TranscriptError
from notarius.transcripts import read_transcript

DATA = Path(__file__).parents[3] / "shared" / "data"
FORMATS = DATA / "formats"
pytestmark = pytest.mark.skipif(not FORMATS.is_dir(), reason="the data folder is not beside this checkout")

# File or pattern, format, number of units, number of distinct speakers.
READ = [
    ("formats/seriatim/default.json", "seriatim", 2, 2),
    ("formats/seriatim/minimal.json", "seriatim", 2, 2),
    ("formats/whisperx/words_without_times.json", "whisper", 1, 0),
    ("formats/whisperx/segment_and_words_without_speaker.json", "whisper", 4, 2),
    ("formats/whisperx/turnchunk_whisperx_diarized.json", "whisper", 3, 2),
    ("formats/whisperx/flowscribe_ttrpg_dialogue_excerpt.json", "whisper", 14, 6),
    ("formats/faster_whisper_diarized/dosparlants.json", "whisper", 14, 2),
    ("formats/faster_whisper_diarized/dosparlants.txt", "text", 14, 2),
    ("formats/faster_whisper_diarized/gossos_words.json", "whisper", 2, 0),
    ("formats/plain_text/turnchunk_bracketed.txt", "text", 3, 2),
    ("formats/plain_text/*_time_text_no_speaker.txt", "text", 89, 0),
    ("formats/plain_text/*_voice_tags_in_txt.txt", "text", 72, 2),
    ("formats/markdown/flowscribe_dialogue.md", "text", 69, 6),
    ("formats/otter_txt/turnchunk_otter.txt", "text", 2, 2),
    ("formats/otter_txt/*_310_otter.txt", "text", 249, 0),
    ("formats/craig/expected_merged.txt", "text", 8, 3),
    ("crd3/dev/C2E007.crd3.json", "crd3", 3137, 37),
    ("crd3/dev/C2E007.plain.json", "turns", 3137, 37),
    ("crd3/dev/C2E007_part_A.json", "turns", 260, 13),
    ("crd3/dev/C2E007_part_A.txt", "text", 260, 13),
    ("crd3/dev/C2E007_part_A2.json", "turns", 220, 14),
    ("crd3/dev/C2E007_part_A2.txt", "text", 220, 14),
    ("fireball/chat_with_commands.jsonl", "jsonl", 112, 6),
    ("fireball/chat_with_commands.txt", "text", 112, 6),
    ("fireball/chat_no_commands.jsonl", "jsonl", 48, 6),
    ("fireball/chat_no_commands.txt", "text", 48, 6),
]


@pytest.mark.parametrize(("file", "format_name", "units", "speakers"), READ, ids=[row[0] for row in READ])
def test_a_real_file_is_read(file: str, format_name: str, units: int, speakers: int) -> None:
    """Format, number of turns, number of speakers."""
    (path,) = DATA.glob(file)
    transcript = read_transcript(path)
    found = {unit.speaker for unit in transcript.units} - {None}
    assert (transcript.format, len(transcript.units), len(found)) == (format_name, units, speakers)


TWICE = [
    ("crd3/dev/C2E007.crd3.json", "crd3/dev/C2E007.plain.json"),
    ("crd3/dev/C2E007_part_A.json", "crd3/dev/C2E007_part_A.txt"),
    ("crd3/dev/C2E007_part_A2.json", "crd3/dev/C2E007_part_A2.txt"),
    ("fireball/chat_with_commands.jsonl", "fireball/chat_with_commands.txt"),
    ("fireball/chat_no_commands.jsonl", "fireball/chat_no_commands.txt"),
]


def _said(transcript: Transcript) -> list[tuple[str | None, list[str]]]:
    return [(unit.speaker, unit.text.split()) for unit in transcript.units]


@pytest.mark.parametrize(("one", "other"), TWICE, ids=[pair[1] for pair in TWICE])
def test_two_formats_of_one_transcript_read_the_same(one: str, other: str) -> None:
    """Speaker and words of every turn, in order."""
    assert _said(read_transcript(DATA / one)) == _said(read_transcript(DATA / other))


def _foreign() -> list[Path]:
    folders = "srt webvtt teams_vtt zoom_vtt youtube_vtt deepgram_json assemblyai_json aws_transcribe_json"
    more = "azure_google_json rev_json podcast_json foundry_log"
    files = [path for folder in f"{folders} {more}".split() for path in sorted((FORMATS / folder).glob("*.*"))]
    return [*files, FORMATS / "craig" / "info_time_only.txt", FORMATS / "craig" / "info_as_craig_writes_it.txt"]


@pytest.mark.parametrize("path", _foreign(), ids=lambda path: path.name)
def test_a_real_file_of_another_format_is_refused_by_name(path: Path) -> None:
    """None is misread; all but one are named."""
    with pytest.raises(TranscriptError, match=r"looks like|no transcript"):
        read_transcript(path)


def test_the_text_of_a_whole_episode_reads_as_its_json_does(tmp_path: Path) -> None:
    """3,137 turns written as `NAME: text` lines give the same turns, single guests included."""
    turns = json.loads((DATA / "crd3/dev/C2E007.plain.json").read_text(encoding="utf-8"))["turns"]
    path = tmp_path / "episode.txt"
    path.write_text("\n".join(f"{'/'.join(t['speakers'])}: {t['text']}" for t in turns), encoding="utf-8")
    assert _said(read_transcript(path)) == _said(read_transcript(DATA / "crd3/dev/C2E007.plain.json"))
