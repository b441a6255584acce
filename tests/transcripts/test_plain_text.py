"""Plain text: what begins a unit, what goes on from it, and what is a speaker."""

import pytest

from tests.transcripts.reading import only, parse, said, timed

LABELS = {
    "capitals": ("MARA", "MARA: Hello."),
    "bold, colon inside": ("Mara", "**Mara:** Hello."),
    "bold, colon behind": ("Mara", "**Mara**: Hello."),
    "brackets": ("SPEAKER_01", "[SPEAKER_01]: Hello."),
    "voice tag": ("Mara Moss", "<v Mara Moss>Hello."),
    "voice tag, closed": ("Mara", "<v.loud Mara>Hello.</v>"),
    "time in brackets behind": ("Mara", "Mara [00:12]: Hello."),
    "time in parentheses behind": ("Mara", "Mara (0:12:03): Hello."),
    "blank before the colon": ("Mara", "Mara : Hello."),
    "wide colon": ("田中", "田中\uff1aHello."),
    "digits": ("Speaker 12", "Speaker 12: Hello."),
    "begins with a digit": ("1-guest_a", "1-guest_a: Hello."),
    "slash": ("LIV/BRAM", "LIV/BRAM: Hello."),
    "apostrophe": ("O'Neil", "O'Neil: Hello."),
    "typographic apostrophe": ("D\u2019Orn", "D\u2019Orn: Hello."),
    "dots": ("Dr. J.R. Moss", "Dr. J.R. Moss: Hello."),
    "umlaut": ("Änne Öz", "Änne Öz: Hello."),
    "umlaut of two characters": ("A\u0308nne", "A\u0308nne: Hello."),
    "parentheses": ("Mara (Chair)", "Mara (Chair): Hello."),
    "small words in parentheses": ("Mara (as the guide)", "Mara (as the guide): Hello."),
    "small words inside": ("Keeper of the North Gate", "Keeper of the North Gate: Hello."),
    "article": ("The Stranger", "The Stranger: Hello."),
    "ampersand": ("Liv & Bram", "Liv & Bram: Hello."),
    "Cyrillic": ("Жанна", "Жанна: Hello."),
    "Devanagari": ("मीरा", "मीरा: Hello."),
    "Arabic": ("مارا", "مارا: Hello."),
    "label alone on its line": ("Mara", "Mara:\nHello."),
}


@pytest.mark.parametrize("case", LABELS)
def test_a_label_is_recognised(case: str) -> None:
    """Alone in its file, in every way of writing it, the label is the speaker and the rest is the text."""
    label, text = LABELS[case]
    assert said(parse(text)) == [(label, "Hello.")]


@pytest.mark.parametrize("case", LABELS)
def test_a_label_is_recognised_among_others(case: str) -> None:
    """The same in a file in which other labels recur and this one does not."""
    label, text = LABELS[case]
    expected = [("Noor", "One."), (label, "Hello."), ("Noor", "Two."), ("Ivo", "Three."), ("Ivo", "Four.")]
    marked = text.startswith(("**", "[", "<"))
    lines = [f"**{name}:** {said}" if marked else f"{name}: {said}" for name, said in expected]
    lines[1] = text
    assert said(parse("\n".join(lines))) == expected


SPEECH = {
    "said": "I said: no",
    "clock": "10:30 is fine",
    "note in lower case": "note: this is odd",
    "note": "Note: this is odd",
    "address": "https://harbour.example/a",
    "path": "C:\\boats\\list",
    "opener": "But: nobody came",
    "question": "Question: who rows?",
    "sentence before": "I agree. Then: we row",
    "long": "The Long And Winding Way To The Harbour: far",
    "quotation": '"Listen": he said',
    "verse": "John 3:16 and so on",
    "shout": "Stop! Mara: wait",
    "no letters": "12: twelve",
    "remark in brackets": "[laughs] yes",
    "bold inside": "**really** bold: yes",
}


@pytest.mark.parametrize("case", SPEECH)
def test_a_colon_in_speech_makes_no_speaker(case: str) -> None:
    """The line goes on from the turn before, behind a line break."""
    lines = ["Mara: One.", SPEECH[case], "Bram: Two.", "Mara: Three.", "Bram: Four."]
    expected = [("Mara", f"One.\n{SPEECH[case]}"), ("Bram", "Two."), ("Mara", "Three."), ("Bram", "Four.")]
    assert said(parse("\n".join(lines))) == expected


def test_colons_behind_the_label_are_text() -> None:
    """Only the first colon can end a label."""
    assert said(parse("Mara: So here: we go\nBram: 10:30: yes")) == [("Mara", "So here: we go"), ("Bram", "10:30: yes")]


def test_a_single_label_unlike_the_others_is_speech() -> None:
    """Among capitals behind times, neither another case nor a missing time is a speaker's."""
    text = "[0:01] MARA: One.\nAttack: twelve\nGATE: creaks\n[0:04] BRAM: Two.\n[0:05] MARA: Three.\n[0:06] BRAM: Four."
    assert said(parse(text))[0] == ("MARA", "One.\nAttack: twelve\nGATE: creaks")


def test_in_wrapped_paragraphs_labels_open_paragraphs() -> None:
    """A name-like word that a line break put first is no speaker, one at the start of a paragraph is."""
    text = "Mara: We need to hear\nReason: there is none.\n\nBram: Yes.\n\nMara: Good.\n\nIvo: Late again.\n\nBram: Oh."
    expected = ["Mara", "Bram", "Mara", "Ivo", "Bram"]
    assert [unit.speaker for unit in parse(text).units] == expected


def test_where_lines_are_turns_a_guest_may_be_written_otherwise() -> None:
    """No line is without a label, so none goes on from another."""
    lines = [f"{'MARA' if number % 2 else 'BRAM'}: Number {number}." for number in range(20)]
    transcript = parse("\n".join([*lines, "Keeper of the North Gate: Quiet!"]))
    assert transcript.units[-1].speaker == "Keeper of the North Gate"


def test_labels_in_lower_case_count_where_they_recur() -> None:
    """And then a single one counts too, but no remark."""
    text = "mara: One.\nbram: Two.\nmara: Three.\nmara: Four.\nnote: she laughs\nbram: Five.\nivo: Six."
    assert [unit.speaker for unit in parse(text).units] == ["mara", "bram", "mara", "mara", "bram", "ivo"]


def test_labels_without_a_blank_count_where_they_recur() -> None:
    """`NAME:text` is how some write."""
    text = "MARA:One.\nBRAM:Two.\nMARA:Three.\nIVO:4"
    assert said(parse(text)) == [("MARA", "One."), ("BRAM", "Two."), ("MARA", "Three."), ("IVO", "4")]


def test_a_text_with_a_few_colons_has_no_speakers() -> None:
    """Prose in which a word before a colon comes back stays prose, and the user is told."""
    prose = [f"This is sentence {number} of the report." for number in range(60)]
    prose[20], prose[40] = "Rule: row together.", "Rule: row in time."
    transcript = parse("\n".join(prose))
    assert said(transcript) == [(None, line) for line in prose]
    assert transcript.warnings == (
        "no speakers found: no line begins with a name and a colon; every line begins a unit",
    )


def test_lines_without_a_label_go_on_from_the_turn_before() -> None:
    """Across blank lines too; the break between lines stays."""
    assert said(parse("Mara: One,\ntwo,\n\n  three.\nBram: Four.")) == [
        ("Mara", "One,\ntwo,\nthree."),
        ("Bram", "Four."),
    ]


def test_lines_before_the_first_label_are_units_without_a_speaker() -> None:
    """A preface is nobody's speech."""
    assert said(parse("Minutes of May\nHarbour house\nMara: One.\nMara: Two.")) == [
        (None, "Minutes of May"),
        (None, "Harbour house"),
        ("Mara", "One."),
        ("Mara", "Two."),
    ]


def test_an_empty_turn_keeps_its_number() -> None:
    """As in every other format."""
    assert said(parse("Mara: One.\nBram:\nMara: Two.")) == [("Mara", "One."), ("Bram", ""), ("Mara", "Two.")]


@pytest.mark.parametrize("line", ["## Item 2", "---", "***", "**Note:** he laughs", "Transcribed by https://otter.ai"])
def test_headings_and_rules_belong_to_nobody(line: str) -> None:
    """They end the turn before, and what follows them without a label is not its speaker's either."""
    text = f"**Mara:** One.\n{line}\nA gull cries.\n**Bram:** Two."
    assert said(parse(text)) == [("Mara", "One."), (None, f"{line}\nA gull cries."), ("Bram", "Two.")]


TIMES: dict[str, tuple[str, float, float | None]] = {
    "hours": ("[01:02:03]", 3723.0, None),
    "minutes": ("[62:03]", 3723.0, None),
    "parentheses": ("(12:03)", 723.0, None),
    "fraction": ("[00:12.5]", 12.5, None),
    "comma": ("[00:00:12,250]", 12.25, None),
    "seconds": ("[12.5]", 12.5, None),
    "seconds with unit": ("[12s]", 12.0, None),
    "range": ("[00:01.000 --> 00:02.500]", 1.0, 2.5),
    "range of seconds": ("[0.50s -> 4.00s]", 0.5, 4.0),
    "dash behind": ("[0:05] -", 5.0, None),
}


@pytest.mark.parametrize("label", ["Mara: ", "**Mara:** ", "<v Mara>", ""], ids=["plain", "bold", "voice", "none"])
@pytest.mark.parametrize("case", TIMES)
def test_leading_times_are_read_and_taken_out_of_the_text(case: str, label: str) -> None:
    """With a label and without one."""
    stamp, start, end = TIMES[case]
    unit = only(parse(f"{stamp} {label}Hello."))
    assert (unit.start_seconds, unit.end_seconds, unit.text) == (start, end, "Hello.")
    assert unit.speaker == ("Mara" if label else None)


def test_bare_times_count_before_labels() -> None:
    """And nowhere else in a file in which few lines begin so."""
    transcript = parse("0:05 Mara: One.\n00:00:09 Bram: Two.\n10:30 is too late.\nMara: Three.\nBram: Four.")
    assert said(transcript)[1] == ("Bram", "Two.\n10:30 is too late.")
    assert timed(transcript) == [(5.0, None), (9.0, None), (None, None), (None, None)]


def test_bare_times_count_where_lines_begin_so() -> None:
    """As in transcripts without speakers; the warning says what begins a unit."""
    transcript = parse("00:00:01 One,\n\n00:00:05 two: three,\nfour.\n")
    assert said(transcript) == [(None, "One,"), (None, "two: three,\nfour.")]
    assert timed(transcript) == [(1.0, None), (5.0, None)]
    assert transcript.warnings == (
        "no speakers found: no line begins with a name and a colon; every time begins a unit",
    )


def test_a_time_alone_belongs_to_what_follows() -> None:
    """With or without a label there; one at the end stays as an empty turn."""
    transcript = parse("[0:01]\nMara: One.\n[0:05]\nTwo.\n[0:07]\n[0:09]\n")
    assert said(transcript) == [("Mara", "One."), (None, "Two."), (None, ""), (None, "")]
    assert timed(transcript) == [(1.0, None), (5.0, None), (7.0, None), (9.0, None)]


def test_a_timed_line_without_a_label_begins_a_unit_without_a_speaker() -> None:
    """Who goes on there is not known."""
    transcript = parse("[0:01] Mara: One.\n[0:02] (a gate creaks)\n[0:03] Mara: Two.")
    assert said(transcript) == [("Mara", "One."), (None, "(a gate creaks)"), ("Mara", "Two.")]


IMPOSSIBLE = ["[1:99]", "[12:03", "[12:03)", "(12:03]", "[1:2:3:4]", "[:12]", "[-0:05]", "[]"]


@pytest.mark.parametrize("stamp", IMPOSSIBLE)
def test_what_is_no_time_stays_text(stamp: str) -> None:
    """Not a character of it is lost."""
    assert only(parse(f"{stamp} hello")).text == f"{stamp} hello"


def test_numbers_that_all_differ_are_the_files_own_ids() -> None:
    """Chat exports number their messages; a wrong time would be worse than none, and the user is told."""
    transcript = parse("[0] Mara: One.\n[41] Bram: Two.\n[57] Mara: Three.")
    assert [unit.source_id for unit in transcript.units] == ["0", "41", "57"]
    assert timed(transcript) == [(None, None)] * 3
    assert transcript.warnings == (
        "numbers in brackets before the names are taken for the turns' own numbers, not for seconds",
    )


@pytest.mark.parametrize("second", ["41", "41.5"], ids=["repeated", "fraction"])
def test_numbers_that_repeat_or_have_fractions_are_seconds(second: str) -> None:
    """Two turns may begin in one second, and no two have one id."""
    transcript = parse(f"[41] Mara: One.\n[{second}] Bram: Two.")
    assert timed(transcript) == [(41.0, None), (float(second), None)]
    assert transcript.warnings == ()


def test_another_mark_before_a_label_is_the_turns_own_id() -> None:
    """A date is no time from the start, and is kept."""
    transcript = parse("[8/15/2026, 6:55:09 PM] Mara: One.\n[8/15/2026, 6:59:11 PM] Bram: Two.")
    assert [unit.source_id for unit in transcript.units] == ["8/15/2026, 6:55:09 PM", "8/15/2026, 6:59:11 PM"]


def test_otter_headers() -> None:
    """Name and time on a line of their own, the text below."""
    text = "Mara Moss  0:01\nWe meet at 10:30\nor later.\n\nBram  1:02:09\nYes.\n\nUnknown Speaker  1:02:10\nNo."
    transcript = parse(text)
    assert said(transcript) == [
        ("Mara Moss", "We meet at 10:30\nor later."),
        ("Bram", "Yes."),
        ("Unknown Speaker", "No."),
    ]
    assert timed(transcript) == [(1.0, None), (3729.0, None), (3730.0, None)]


def test_headers_with_a_time_in_parentheses() -> None:
    """As Rev writes them."""
    transcript = parse("Speaker 1 (00:12):\nHello.\n\nSpeaker 2 (00:15):\nHi.")
    assert said(transcript) == [("Speaker 1", "Hello."), ("Speaker 2", "Hi.")]
    assert timed(transcript) == [(12.0, None), (15.0, None)]


def test_a_long_line_that_ends_in_a_time_is_no_header() -> None:
    """Its text is not lost."""
    line = "Mara " + "very " * 18 + "10:30 " + "late " * 18 + "10:30"
    assert only(parse(line)).text == line
