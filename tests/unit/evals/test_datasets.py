"""The published formats are read as they are, whole or in part; what is malformed is skipped or refused."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from recollect.evals.datasets import LOADERS, BadDataset, load, longmemeval


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def locomo(folder: Path) -> Path:
    turn = {"speaker": "Ana", "dia_id": "D1:1", "text": "The boat leaks."}
    picture = {"speaker": "Bob", "dia_id": "D1:2", "text": "Look!", "blip_caption": "a photo of a boat"}
    conversation = {
        "speaker_a": "Ana",
        "session_1_date_time": "1:56 pm on 8 May, 2023",
        "session_1": [turn, picture],
        "session_2_date_time": "unknown",
        "session_2": [{"speaker": "Ana", "dia_id": "D2:1", "text": "Fixed it."}],
        "session_3_date_time": "9:00 am on 1 June, 2023",
    }
    qa = [
        {"question": "What leaks?", "answer": "the boat", "evidence": ["D1:1; D2:1"], "category": 1},
        {"question": "Who said so?", "answer": "Ana", "evidence": ["D1:01", "D", "D9:9"], "category": 4},
        {"question": "Lost?", "answer": "", "evidence": ["D:11:26"], "category": 4},
        {"question": "Did Bob fix it?", "evidence": ["D2:1"], "category": 5},
    ]
    return write(folder / "locomo.json", [{"sample_id": "c1", "conversation": conversation, "qa": qa}])


def realtalk(folder: Path) -> Path:
    turns = [
        {"clean_text": "Hi", "speaker": "Ana", "date_time": "29.12.2023, 22:42:04", "dia_id": "D1:1"},
        {"clean_text": "I sold it", "speaker": "Bob", "date_time": "bad", "dia_id": "D1:2"},
    ]
    qa = [{"question": "What did Bob do?", "evidence": ["D1:2"], "category": 2}, {"question": "?", "evidence": None}]
    write(folder / "Chat_1.json", {"name": {}, "session_1": turns, "events_session_1": {}, "qa": qa})
    return folder


def longmem(folder: Path) -> Path:
    turns = [
        {"role": "user", "content": "I moved to Porto.", "has_answer": True},
        {"role": "assistant", "content": "Congratulations!"},
    ]

    def entry(identity: str) -> dict[str, Any]:
        return {
            "question_id": identity,
            "question_type": "single-session-user",
            "question": "Where do I live?",
            "question_date": "2023/05/30 (Tue) 23:40",
            "haystack_session_ids": ["s1", "s2"],
            "haystack_dates": ["2023/05/20 (Sat) 02:21", "2023/05/21 (Sun) 02:21"],
            "haystack_sessions": [turns, [{"role": "user", "content": "Hello"}]],
            "answer_session_ids": ["s1"],
        }

    return write(folder / "longmem.json", [entry("q1"), entry("q2"), entry("q3_abs")])


def beam(folder: Path, *, nested: bool = False) -> Path:
    batch = {
        "batch_number": 1,
        "time_anchor": "March-15-2024",
        "turns": [
            [{"role": "user", "id": 0, "content": "My sprint ends on Friday. ->-> 1,1"}],
            [
                {"role": "assistant", "id": 1, "content": "Good."},
                {"role": "user", "id": 2, "content": "It ends on Monday now.", "time_anchor": "April-02-2024"},
            ],
        ],
    }
    questions = {
        "knowledge_update": [
            {"question": "When does it end?", "source_chat_ids": {"original_info": [0], "updated_info": [2]}}
        ],
        "summarization": [{"question": "Sum up", "source_chat_ids": [[0], [1, 77]]}],
        "abstention": [{"question": "Why?"}],
    }
    write(folder / "100K" / "1" / "chat.json", [{"plan-1": [batch]}] if nested else [batch])
    write(folder / "100K" / "1" / "probing_questions" / "probing_questions.json", questions)
    return folder


def test_locomo_reads_turns_captions_and_evidence(tmp_path: Path) -> None:
    dataset = load("locomo", locomo(tmp_path))
    (space,) = dataset.spaces
    assert [message.id for message in space.messages] == ["D1:1", "D1:2", "D2:1"]
    assert space.messages[0].occurred_at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)
    assert space.messages[1].content == "Look! [shares a picture: a photo of a boat]"
    assert space.messages[2].occurred_at is None
    assert space.messages[2].session == "D2"
    assert [sorted(question.turns) for question in space.questions] == [["D1:1", "D2:1"], ["D1:1"], ["D2:1"]]
    assert [question.category for question in space.questions] == ["multi-hop", "single-hop", "adversarial"]
    assert dataset.apart == {"adversarial"}
    assert space.ends_at == space.messages[0].occurred_at


def test_realtalk_reads_a_folder_of_chats(tmp_path: Path) -> None:
    (space,) = load("realtalk", realtalk(tmp_path)).spaces
    assert [message.name for message in space.messages] == ["Ana", "Bob"]
    assert space.messages[0].occurred_at == datetime(2023, 12, 29, 22, 42, 4, tzinfo=UTC)
    assert space.messages[1].occurred_at is None
    assert [question.turns for question in space.questions] == [{"D1:2"}]


def test_longmemeval_pools_each_session_once_and_leaves_abstention_out(tmp_path: Path) -> None:
    path = longmem(tmp_path)
    (pooled,) = load("longmemeval", path).spaces
    assert [message.id for message in pooled.messages] == ["s1:0", "s1:1", "s2:0"]
    assert [question.id for question in pooled.questions] == ["q1", "q2"]
    assert pooled.questions[0].turns == {"s1:0"}
    assert pooled.questions[0].sessions == {"s1"}
    assert pooled.questions[0].asked_at == datetime(2023, 5, 30, 23, 40, tzinfo=UTC)
    assert not pooled.questions[0].newer
    assert [space.name for space in longmemeval.load(path, pooled=False).spaces] == ["q1", "q2"]


@pytest.mark.parametrize("nested", [False, True])
def test_beam_reads_batches_however_deep_and_takes_the_marks_off(tmp_path: Path, nested: bool) -> None:
    dataset = load("beam", beam(tmp_path, nested=nested))
    (space,) = dataset.spaces
    assert [message.content for message in space.messages] == [
        "My sprint ends on Friday.",
        "Good.",
        "It ends on Monday now.",
    ]
    assert [message.occurred_at and message.occurred_at.month for message in space.messages] == [3, 3, 4]
    update, summary = space.questions
    assert (update.turns, update.newer, update.older) == ({"0", "2"}, {"2"}, {"0"})
    assert summary.turns == {"0", "1"}
    assert update.sessions == {"batch-1"}
    assert dataset.apart == {"event_ordering", "summarization"}
    assert dataset.questions == 2
    assert dataset.messages == 3


@pytest.mark.parametrize("name", LOADERS)
def test_something_else_is_refused_with_a_reason(tmp_path: Path, name: str) -> None:
    write(tmp_path / "other.json", [{"a": 1}] if name != "realtalk" else {"a": 1})
    with pytest.raises(BadDataset, match=str(tmp_path)):
        load(name, tmp_path)


def test_an_unknown_name_lists_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(BadDataset, match="locomo"):
        load("squad", tmp_path)
