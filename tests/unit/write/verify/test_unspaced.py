"""Where somebody lives or works, told in Chinese or Japanese, changes with another place and with nothing else."""

from __future__ import annotations

import pytest

from recollect.write.verify.judge import SUPERSEDE
from tests.unit.write.verify.conftest import Judge

ELSEWHERE = """我住在北京 | 我搬到上海了
我住在北京 | 我现在住在上海
東京に住んでいます | 大阪に引っ越しました
我住在北京。 | 我现在住在上海的公寓。
我住在北京。 | 我现在和父母一起住在上海。
我住在北京。 | 我搬到杭州了,一个人住。
我住在北京 | 我搬到上海以后很开心
用户住在北京 | 用户搬到了上海的新家
私は東京に住んでいます。 | 今は大阪のマンションに住んでいます。
東京に住んでいます | 今は家族と福岡に住んでいます
我在腾讯工作 | 我现在在百度的北京办公室工作
我在腾讯工作 | 我现在在阿里巴巴工作""".splitlines()

AS_BEFORE = """我住在杭州 | 我现在一个人住
我住在杭州 | 我现在和父母一起住
我住在北京 | 我打算搬到上海
我住在北京 | 我打算以后搬到上海
我住在北京 | 我现在住在公寓
我在腾讯工作 | 我现在在远程工作
東京に住んでいます | 一人で住んでいます
東京に住んでいます | 来年京都に引っ越します""".splitlines()


@pytest.mark.parametrize("line", ELSEWHERE)
def test_another_place_or_employer_takes_the_place_of_the_one_before(line: str, decide: Judge) -> None:
    assert decide(*line.split(" | ")).label == SUPERSEDE


@pytest.mark.parametrize("line", AS_BEFORE)
def test_company_a_sort_of_house_and_a_plan_change_neither(line: str, decide: Judge) -> None:
    assert decide(*line.split(" | ")).label != SUPERSEDE
