"""Trades in languages that are written without spaces. Plain data."""

from __future__ import annotations

from typing import Final

CHINESE: Final = tuple(
    """
    医生 牙医 护士 护工 药剂师 老师 教师 教授 律师 法官 工程师 软件工程师 程序员 设计师 会计 厨师 司机 警察 消防员 记者
    作家 摄影师 建筑师 销售 经理 产品经理 项目经理 服务员 理发师 公务员 校长 分析师 翻译 飞行员 空姐 画家 演员 歌手
    导游 保安 电工 木匠 农民 快递员 实习生
    """.split()
)
JAPANESE: Final = tuple(
    """
    医者 医師 歯科医 看護師 薬剤師 教師 先生 教授 弁護士 裁判官 エンジニア プログラマー デザイナー 会計士 料理人 シェフ
    運転手 警察官 消防士 記者 作家 写真家 建築家 美容師 公務員 校長 店長 営業 通訳 パイロット 画家 俳優
    歌手 保育士 介護士 農家
    """.split()
)
