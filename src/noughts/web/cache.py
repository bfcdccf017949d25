"""A cache that holds what was used last, within so many bytes."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Item = TypeVar("Item")
OVERHEAD = 500  # bytes, for a key and its place


class Cache(Generic[Key, Item]):
    """The items that were used last; `size` says how many bytes one takes, and all of them take at most `most`."""

    def __init__(self, most: int, size: Callable[[Item], int]) -> None:
        self.most = most
        self.bytes = 0
        self._size = size
        self._items: OrderedDict[Key, tuple[Item, int]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._items)

    def get(self, key: Key) -> Item | None:
        with self._lock:
            if key not in self._items:
                return None
            self._items.move_to_end(key)
            return self._items[key][0]

    def put(self, key: Key, item: Item) -> Item:
        """Keeps an item, if it fits at all; what was not used for longest makes room."""
        taken = self._size(item) + OVERHEAD
        with self._lock:
            if key in self._items:
                self.bytes -= self._items.pop(key)[1]
            if taken <= self.most:
                self._items[key] = item, taken
                self.bytes += taken
            while self.bytes > self.most:
                self.bytes -= self._items.popitem(last=False)[1][1]
        return item
