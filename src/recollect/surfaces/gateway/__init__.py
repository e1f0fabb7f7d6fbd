"""The memory gateway: model APIs in front of any upstream, with memory put into requests and conversations recorded.

`app.create(options)` is the way in. `chat`, `responses` and `messages` know one wire protocol each and nothing else;
`exchange` takes a request from its first byte to its last.
"""
