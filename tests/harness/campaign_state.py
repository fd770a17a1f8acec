"""What a campaign left in its folder for --resume: docs/formats/campaign.md."""

import json
import sqlite3


def read(folder):
    """The state as a dictionary, its classes among them; it may be read while the campaign is under way."""
    database = sqlite3.connect(f"file:{folder / 'campaign.db'}?mode=ro", uri=True)
    try:
        texts = dict(database.execute("SELECT name, text FROM state"))
        return {**json.loads(texts["campaign"]), "classes": json.loads(texts["classes"])}
    finally:
        database.close()
