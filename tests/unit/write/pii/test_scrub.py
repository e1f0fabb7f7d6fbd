"""Personal data is found in the ways people write it, and ordinary texts stay as they are."""

from __future__ import annotations

import time

import pytest

from recollect.errors import ConfigError
from recollect.write.pii import KINDS, Scrub, chosen, scrub

HELD: dict[str, list[str]] = {
    "email": [
        "write to ana.lopez+news@mail.example.co.uk please",
        "E-Mail: jürgen@müller.example",
        "（連絡先：taro@example.jp）",
        "mailto:bob@example.com",
        "Ana <ana@example.com>, hi",
        "o'brien@example.ie",
    ],
    "phone": [
        "+49 30 901820-11",
        "Call +1 (415) 555-0132.",
        "(212) 555-0187",
        "415-555-0132",
        "1-800-555-0199",
        "020 7946 0958",
        "01 23 45 67 89",
        "030/1234567",
        "03-1234-5678",
        "+81 3-1234-5678",
        "+91 98765 43210",
        "手机号是13812345678",
        "电话：010-62345678",
        "फोन नंबर 9876543210",
        "phone: 5551234567",
        "Tel. 555 1234",
        "мой телефон 89161234567",
        "llámame al 612345678",
        "appelez-moi au 0612345678",
        "+861381234 5678",
        "my cell is 612 345 678",
        "+55 11 91234-5678",
        "0171 1234567",
        "携帯は090-1234-5678です",
        "+393331234567",
        "whatsapp 5551234567",
        "text me at 5551234567",
        "(030) 123 456 78",
        "0049 30 123456 78",
        "call me on 07700 900123",
    ],
    "iban": [
        "IBAN DE89 3704 0044 0532 0130 00",
        "GB82WEST12345698765432",
        "FR14 2004 1010 0505 0001 3M02 606",
        "nl91abna0417164300",
        "NO93 8601 1117 947, danke",
    ],
    "national_id": [
        "my SSN is 123-45-6789",
        "ssn 123456789",
        "AB 12 34 56 C",
        "QQ no; JG103759A yes",
        "RSSMRA85T10A562S",
        "529.982.247-25",
        "11010519491231002X",
        "12345678Z",
        "X1234567L",
        "1 84 12 76 451 089 46",
        "passport number: C01X00T47",
        "Aadhaar 2345 6789 0123",
        "Personalausweis T220001293",
        "身份证号：110105194912310021是我的",
        "マイナンバーは123456789018",
        "passport number is AB1234567 and more words",
    ],
    "ip": [
        "from 203.0.113.7 today",
        "8.8.4.4",
        "2001:db8:85a3::8a2e:370:7334",
        "IP: 2a02:8071:1234:5678::1",
    ],
    "address": [
        "I live at 221B Baker Street, London",
        "1600 Pennsylvania Avenue NW",
        "742 Evergreen Terrace",
        "350 5th Avenue, Apt 12",
        "Hauptstraße 12 in Berlin",
        "Berliner Str. 5a",
        "Unter der Linden Allee 7",
        "12 rue de la Paix, Paris",
        "8 bis, boulevard Saint-Michel",
        "Calle de Alcalá 45, Madrid",
        "Via Garibaldi 12",
        "Rua Augusta, 1500",
    ],
    "birth_date": [
        "date of birth: 1985-03-12",
        "DOB 03/12/1985",
        "born on March 12, 1985",
        "geboren am 12. März 1985",
        "né le 12 mars 1985",
        "fecha de nacimiento 12 de marzo de 1985",
        "生年月日：1985年3月12日",
        "出生日期 1985-03-12",
        "Born 12th of May 1990",
    ],
}
ORDINARY = [
    "We met on 2023-05-07 at 10:30 and again on 12.05.2023.",
    "Flight BA2490 leaves at 06:15, seat 12A, gate B42",
    "Order 4521-8871-22 costs $1,299.00",
    "ISBN 978-3-16-148410-0",
    "version 1.2.3.4 was released",
    "Python 3.11.4 and numpy 1.26.4",
    "localhost 127.0.0.1:8080 and 192.168.1.10",
    "id 0192f3a4-5b6c-7d8e-9f01-23456789abcd",
    "commit 1234567890abcdef1234567890abcdef12345678",
    "The population is 8 335 000 people",
    "pi is 3.14159265358979",
    "We ran 10 km in 52:31",
    "Score 3-2, 21-19, 15-13",
    "lat 52.520008 lon 13.404954",
    "call foo(1234567890)",
    "timestamp 1700000000 and 1700000000123",
    "git clone git@github.com:org/repo.git",
    "@ana thanks!",
    "npm install left-pad@1.3.0",
    "std::vector<int> and a::b",
    "aa:bb:cc:dd:ee:ff is my MAC",
    "In Spring 2023 we moved to Potsdam 14 years ago",
    "I drive 5 days a week on the way to work",
    "2 Fast 2 Furious and 12 Angry Men",
    "I was born in Lisbon in 1985",
    "My birthday is on May 5",
    "Room 101, Building 7",
    "Invoice 2023/0042 for 1 234 567,89 EUR",
    "The year 1984-1989 and 2001-2005",
    "sum is 100 200 300 400",
    "Main Street is nice; St Mary Church",
    "03.04.2023 10:15",
    "10.000.000 users",
    "section 4.2.1.7 of the book",
    "call 911 in an emergency",
    "Chapter 12 Street food in Asia",
    "5 Star Hotel on the Road",
    "She ran 3:45:12 at the marathon",
    "Bus 100 to Alexanderplatz 5 minutes",
    "tel aviv 2023 was great",
    "2 pm at 5 Guys",
    "mobile app version 20231205",
    "phone costs 999 dollars",
    "my phone has 128 GB",
    "1000000 views",
    "100-200-3000 mg",
    "0.5 0.25 0.125",
    "x = 0123456789",
    "0800-1600 opening hours",
    "bonjour 3 place de parking",
    "https://example.com/a/4155550132?x=1",
    "price 12,345,678.90",
    "DE12 is a road; GB99 not",
    "PAN 5 or TIN can",
    "numbers 1 2 3 4 5 6 7 8 9 10",
    "Windows 10.0.19045.3570",
    "192.168.0.1",
    "ratio 16:9",
    "1:23:45",
    "cafe::babe and dead:beef",
    "the 555 timer, 7400 series, 2N2222",
    "RFC 9457, ISO 8601, MP3 320",
    "item number 1234567",
    "I signal at 1234 Hz",
    "text 12345678 characters",
    "ring 5551234",
]


@pytest.mark.feature("SE-03")
@pytest.mark.parametrize("kind, text", [(kind, text) for kind, texts in HELD.items() for text in texts])
def test_each_kind_is_found_as_people_write_it(kind: str, text: str) -> None:
    scrubbed = scrub(text, (kind,))
    assert f"[pii: {kind}]" in scrubbed
    assert scrub(scrubbed, (kind,)) == scrubbed
    everything = scrub(text)
    assert scrub(everything) == everything


@pytest.mark.feature("SE-03")
@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_texts_are_left_alone(text: str) -> None:
    assert scrub(text) == text


@pytest.mark.parametrize(
    "text, expected",
    [
        ("mail ana@example.com or call +49 30 901820-11.", "mail [pii: email] or call [pii: phone]."),
        ("two: 01 23 45 67 89 01 23 45 67 99", "two: [pii: phone] [pii: phone]"),
        ("in 2023 415-555-0132 was mine", "in 2023 [pii: phone] was mine"),
        ("联系ana@example.com谢谢", "联系[pii: email]谢谢"),
        ("IBAN DE89 3704 0044 0532 0130 00 OK?", "IBAN [pii: iban] OK?"),
        ("IBAN DE89 3704 0044 0532 0130 01", "IBAN DE89 3704 0044 0532 0130 01"),
        ("529.982.247-26 and 12345678A", "529.982.247-26 and 12345678A"),
        ("Hauptstraße 12 in Berlin", "[pii: address] in Berlin"),
    ],
)
def test_exactly_the_personal_part_is_replaced(text: str, expected: str) -> None:
    assert scrub(text) == expected


def test_only_the_chosen_kinds_are_taken_out() -> None:
    assert scrub("ana@example.com, +49 30 901820-11", ("email",)) == "[pii: email], +49 30 901820-11"


def test_the_name_of_a_field_says_what_its_value_is() -> None:
    values = {"phone": "5551234567", "dob": ["1985-03-12"], "ssn": 123456789, "count": 123456789, "a@example.com": 1}
    assert Scrub(KINDS).values(values) == {
        "phone": "[pii: phone]",
        "dob": ["[pii: birth_date]"],
        "ssn": "[pii: national_id]",
        "count": 123456789,
        "[pii: email]": 1,
    }


@pytest.mark.parametrize(
    "names, kinds", [(("off",), ()), (("all",), KINDS), (("ip", "email"), ("ip", "email")), ((), ())]
)
def test_a_setting_names_kinds(names: tuple[str, ...], kinds: tuple[str, ...]) -> None:
    assert chosen(names) == kinds


@pytest.mark.parametrize("names", [("all", "ip"), ("off", "ip"), ("nonsense",)])
def test_a_setting_that_makes_no_sense_is_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError, match="pii"):
        chosen(names)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["1", "1 ", "(1) ", "a@", "a.", "1 Abc ", "ab:1", "DE89 ", "passport 1 ", "1 rue de la ", "Aa-", "+1"]
)
def test_time_grows_with_the_length_of_the_text_and_no_faster(text: str) -> None:
    def took(chars: int) -> float:
        started = time.process_time()
        scrub(text * (chars // len(text)))
        return time.process_time() - started

    short = min(took(10_000) for _ in range(3))
    assert any(took(40_000) < 10 * short + 0.05 for _ in range(4))  # a busy machine may be slow meanwhile
