"""Which addresses may be reached for somebody else, and which may not.

Whoever can make a server fetch an address can make it look at its own network: loopback, private networks, the
metadata service of a cloud. Those are refused, in every form they can be written: as IPv4 inside IPv6, through 6to4,
Teredo or NAT64, as a number, as a name that resolves to them.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence

from recollect.errors import ConfigError, Forbidden

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

REFUSED = tuple(
    ipaddress.ip_network(one)
    for one in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # carriers, and one cloud's metadata
        "127.0.0.0/8",
        "168.63.129.16/32",  # a cloud's own services, behind a public address
        "169.254.0.0/16",  # link-local, and most clouds' metadata
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/3",  # multicast, reserved, broadcast
        "::/96",  # unspecified, loopback, IPv4-compatible
        "::ffff:0:0/96",  # IPv4-mapped
        "64:ff9b::/96",  # NAT64
        "64:ff9b:1::/48",
        "100::/64",
        "2001::/23",  # Teredo, ORCHID and others
        "2001:db8::/32",
        "2002::/16",  # 6to4
        "3fff::/20",
        "5f00::/16",
        "fc00::/7",
        "fe80::/10",
        "fec0::/10",
        "ff00::/8",
    )
)


def is_public(address: str) -> bool:
    """May anybody be made to look at it?"""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False  # an address with a zone (fe80::1%eth0) is a local one
    if any(found.version == network.version and found in network for network in REFUSED):
        return False
    return found.is_global and not found.is_multicast


def require_reachable(host: str, addresses: Sequence[str], allowed: Sequence[str]) -> None:
    """Every address of a host must be public, or allowed by whoever runs this.

    One that is not is enough to refuse: a name with a public and a private address is a trick.
    """
    if host.lower() in {one.lower() for one in allowed}:
        return
    networks = _networks(allowed)
    for address in addresses:
        if not is_public(address) and not _within(address, networks):
            raise Forbidden(
                f"{host} is at {address}, which is not a public address; whoever runs this can allow it (fetch_allow)"
            )


def _networks(allowed: Sequence[str]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    found = []
    for one in allowed:
        if "/" in one:
            try:
                found.append(ipaddress.ip_network(one, strict=False))
            except ValueError as error:
                raise ConfigError(f"fetch_allow: {one!r} is no network ({error})") from error
    return found


def _within(address: str, networks: Sequence[ipaddress.IPv4Network | ipaddress.IPv6Network]) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found.version == network.version and found in network for network in networks)
