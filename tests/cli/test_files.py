"""Files as values: what is read, and what is refused."""

import io
import zipfile

import numpy as np
import pytest

from gradcalc.cli.files import read_array, read_text
from gradcalc.parser.errors import LanguageError

MOST = 1 << 20


@pytest.fixture
def write(tmp_path):
    """Write a file and return its path as text."""

    def written(name, data):
        path = tmp_path / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    return written


def npy(array):
    data = io.BytesIO()
    np.save(data, array)
    return data.getvalue()


def refused(place, most=MOST):
    with pytest.raises(LanguageError) as caught:
        read_array(place, most)
    return caught.value.message


@pytest.mark.parametrize(
    "dtype", ["f8", "f4", "f2", "i8", "i4", "i2", "i1", "u1", "?", ">f8", ">i4"]
)
def test_npy_keeps_the_numbers_and_the_kind(write, dtype):
    array = np.array([[0, 1], [1, 0]], dtype)
    found = read_array(write("a.npy", npy(array)), MOST)
    np.testing.assert_array_equal(found, array)
    assert found.dtype.kind == array.dtype.kind
    assert found.dtype.isnative


@pytest.mark.parametrize("dtype", ["c16", "U3", "M8[s]", "u8", [("a", "f8")]])
def test_npy_of_other_types_is_refused(write, dtype):
    assert "a.npy: " in refused(write("a.npy", npy(np.zeros(2, dtype))))


@pytest.mark.parametrize("data", [b"", b"\x93NUMPY", b"nonsense", npy(np.zeros(3))[:-1]])
def test_a_broken_npy_is_refused(write, data):
    assert "no array can be read" in refused(write("a.npy", data))


HEADERS = (
    "{'descr': '<f8', 'fortran_order': False, 'shape': (True,)}",
    "{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000000000000,)}",
    "{'descr': ',<f8', 'fortran_order': False, 'shape': (2,)}",
    "{'descr': '<f8', b'fortran_order': False, 'shape': (2,)}",
    "{'descr': '<f8', 'fortran_order': False, 'shape': 2,)}",
    "print(1)",
)


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_of_nonsense_is_refused_in_words_that_stay(write, header):
    text = header.encode() + b"\n"
    data = b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text + bytes(16)
    told = refused(write("x.npy", data))
    assert "no array can be read from it" in told
    assert " at 0x" not in told


def test_a_damaged_archive_is_read_aright_or_refused(write):
    buffer = io.BytesIO()
    np.savez_compressed(buffer, a=np.arange(6.0))
    refusals = []
    for at in range(len(buffer.getvalue())):
        data = bytearray(buffer.getvalue())
        data[at] ^= 0xFF
        try:
            found = read_array(write("x.npz", bytes(data)), MOST)
        except LanguageError as refusal:
            refusals.append(refusal.message)
        else:
            np.testing.assert_array_equal(found, np.arange(6.0))
    assert refusals
    assert all("x.npz: " in message for message in refusals)


def test_what_is_no_array_in_an_archive_is_refused(write):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("notes.txt", "hello")
    assert "'notes.txt' in it is no array" in refused(write("x.npz", buffer.getvalue()))


def test_pickles_are_never_opened(write):
    data = io.BytesIO()
    np.save(data, np.array([print], dtype=object), allow_pickle=True)
    assert "allow_pickle=False" in refused(write("a.npy", data.getvalue()))


def test_a_broken_npz_is_refused(write):
    assert "no array can be read" in refused(write("a.npz", b"PK\x03\x04 nonsense"))


def test_a_large_file_is_refused_before_it_is_read(write):
    assert "more than --max-memory" in refused(write("a.csv", "1\n" * 1000), most=100)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1,2\n3,4\n", [[1, 2], [3, 4]]),
        ("\ufeffa,b\r\n1,2\r\n", [[1, 2]]),
        ("x\n1\n2\n", [1, 2]),
        ("1\n\n2\n", [1, 2]),
        ("nan,inf\n-inf,1e5\n", [[np.nan, np.inf], [-np.inf, 1e5]]),
        ("5\n", [5]),
        ("", []),
    ],
)
def test_csv_is_a_matrix_or_a_column(write, text, numbers):
    np.testing.assert_array_equal(read_array(write("a.csv", text), MOST), numbers)


@pytest.mark.parametrize("text", ["1,2\n3\n", "1,2\nx,3\n", "1_0\n2_0\n", '1,"2\n', "a,b\n1,\n"])
def test_csv_that_is_no_table_of_numbers_is_refused(write, text):
    assert "a.csv: " in refused(write("a.csv", text))


def test_a_column_stands_beside_columns_of_no_numbers(write):
    place = write("a.csv", "day,rain\nMonday,1.5\nTuesday,2\n")
    assert read_array(f"{place}:rain", MOST).tolist() == [1.5, 2]
    assert "row 2, column 1: 'Monday' is no number" in refused(f"{place}:day")


def test_a_column_has_to_be_in_the_rows(write):
    place = write("a.csv", "day,rain\n1\n2\n")
    assert "row 2 has no column 2, 'rain'" in refused(f"{place}:rain")


def test_a_colon_may_be_part_of_a_name(write):
    assert read_array(write("odd:name.csv", "1\n2\n"), MOST).tolist() == [1, 2]


@pytest.mark.parametrize("place", ["nosuch.npy", "/", "nul\0.csv", "x.txt", ""])
def test_what_is_no_file_is_refused(place):
    assert refused(place)


def test_a_text_may_begin_with_a_byte_order_mark(write):
    assert read_text(write("e.txt", "\ufeffx + 1\r\n")) == "x + 1\r\n"


def test_a_text_that_is_no_utf8_is_refused(write):
    with pytest.raises(LanguageError, match="byte 3 is no UTF-8"):
        read_text(write("e.txt", b"x \xff"))


def test_an_npy_that_promises_more_than_memory_holds_is_refused(write):
    data = npy(np.zeros(3)).replace(b"(3,), }          ", b"(999999999999,), }")
    assert "no array can be read" in refused(write("a.npy", data))


def test_a_first_row_with_a_mistake_is_not_taken_for_names(write):
    assert "row 1, column 2: '2x' is no number" in refused(write("a.csv", "1,2x\n3,4\n"))


def test_an_integer_in_a_csv_is_never_rounded_to_infinity(write):
    assert "does not fit into 64 bits" in refused(write("a.csv", "1" * 5000 + "\n"))


def test_the_file_with_bytes_that_are_no_text_is_named(write):
    assert refused(write("a.json", b"\xff")).endswith("a.json: byte 1 is no UTF-8")


def test_an_empty_archive_is_called_empty(write):
    data = io.BytesIO()
    np.savez(data)
    assert refused(write("a.npz", data.getvalue())).endswith("it holds nothing")


def test_a_place_without_a_name_is_refused():
    assert refused("") == "the name of a file is missing"


def test_a_text_without_end_is_refused():
    with pytest.raises(LanguageError, match="longer than the limit of 10 characters"):
        read_text("/dev/zero", 10)


@pytest.mark.parametrize(
    "text", ["1;2\n", "1;2\n3;4\n", "1\t2\n3\t4\n", "1 2\n3 4\n", "x y\n3 4\n"]
)
def test_other_separators_than_commas_are_told_of(write, text):
    assert "commas separate columns" in refused(write("a.csv", text))


@pytest.mark.parametrize("text", ["a\n", "a,b\n", "1/2\n"])
def test_a_csv_of_names_alone_is_refused(write, text):
    message = refused(write("a.csv", text))
    assert "no numbers" in message
    assert "commas" not in message
