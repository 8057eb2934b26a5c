"""What was asked of Graphwright, one sentence a row; tests name the rows they prove, and `test_requirements.py` counts.

Ids: `A-` operations and their order, `B-` context for the language model, `C-` the tree of a run, `W?-` defects of the
founding documents that must not come back, `K-` decisions where those documents contradict each other, `T-` their
acceptance tests, `R-` reliability and security, `I-` invariants. Numbers have gaps where rows were never given.

A test says what it proves with `@pytest.mark.requirement("A-13", "T-01")`.
"""

from __future__ import annotations

from typing import Final

_OPERATIONS: Final = {
    # what a language model sends
    "A-01": "An answer holds prose and operations; the prose may be called `response` or `textResponse`.",
    "A-02": "Nodes can be created, updated and deleted, and edges created, in one answer.",
    "A-03": "An operation carries an id, its kind, the node type, a temporary id, data, edges and what it depends on.",
    "A-04": "Edges may be nested inside an operation.",
    "A-05": "Edges may stand flat on the operation itself.",
    "A-06": "New nodes may come with a semantic id, and edges may name old and new semantic ids side by side.",
    "A-07": "Relations are read by their short and by their long names.",
    "A-08": "Operations without ids and dependencies are read; what they need is inferred from the ids they use.",
    "A-09": "A node has a name, a description and the attributes of its type.",
    "A-10": "Edges can be updated and deleted.",
    # order
    "A-11": "All dependencies between operations are known before anything is applied.",
    "A-12": "Nodes that depend on nothing are created in the first batch.",
    "A-13": "An edge comes in a batch after both its ends exist.",
    "A-14": "An update comes after its target exists.",
    "A-15": "Deletes come last, when nothing refers to their targets any more.",
    "A-16": "The batches are the levels of a topological order.",
    "A-17": "Dependencies that are stated and those that follow from the ids used count alike.",
    "A-18": "Operations that wait for each other are refused, and the error lists them.",
    "A-19": "The language model is told of a cycle in words that name its members and ask for an answer without it.",
    "A-20": "A dependency that no operation has is refused, and the error names the operation and what is missing.",
    "A-21": "The four worked examples of ordering give the documented batches and errors.",
    # execution
    "A-22": "Batches take effect one after another; a later one sees what an earlier one made.",
    "A-23": "The operations of one batch do not depend on each other.",
    "A-24": "The size of a change set is limited, and the error states the limit.",
    "A-25": "Temporary ids become node ids before the operations that use them are applied.",
    "A-26": "Semantic ids and node ids are found from each other in both directions.",
    "A-27": "An end that names nothing is an error with the nearest match, never an empty value.",
    "A-28": "When one operation fails nothing of its change set remains.",
    "A-30": "A change set is checked as a whole before it is applied, all problems together; delete and create of the same "
    "id, and turning an edge round, are legal in one change set.",
    "A-31": "Unreadable answers and refused operations go back to the language model at most twice; findings after a commit "
    "are told to it with the next message.",
    # distribution and streaming
    "A-40": "One answer is read, ordered, applied and reported by one workflow.",
    "A-41": "The prose reaches the person while the answer still streams, before anything is applied.",
    "A-42": "Progress is reported batch by batch with its results.",
    # ids and Format E
    "A-70": "The graph goes to the language model as Format E with semantic ids.",
    "A-71": "A semantic id is name, type abbreviation and a counter of three digits.",
    "A-72": "Each of the ten node types has its two-letter abbreviation.",
    "A-73": "Operations may use the next free semantic id of a type for a new node.",
    "A-74": "A compact encoding says how many tokens it takes and how many it saves.",
    "A-75": "Counters of semantic ids belong to the project and survive restarts.",
    "A-76": "Nodes are kept by node id; semantic ids are names for people and language models.",
    # targets
    "A-80": "The dependencies of an answer are found within 5 ms.",
    "A-81": "An answer is arranged in batches within 2 ms.",
    "A-82": "An operation's ids are resolved within 1 ms.",
    "A-83": "A batch is applied within 100 ms.",
    "A-85": "Dependencies, batches and ids of an answer together take less than 10 ms.",
    "A-86": "A system of 200 nodes is encoded in far fewer tokens than as JSON, and the figure is measured.",
    "A-87": "A long answer never means seconds of silence: text and progress appear while it runs.",
    # the critical rules
    "A-90": "Operations are always arranged before they are applied.",
    "A-91": "Batches keep their order.",
    "A-92": "What is independent is not made to wait for each other.",
    "A-93": "The language model is given Format E.",
    "A-94": "Semantic ids are resolved before anything is stored.",
    "A-96": "Partial results are shown as they come.",
    "A-97": "Failed change sets leave no trace.",
    # defects not to repeat
    "WA-01": "A change set is one transaction; a batch is an order and a display unit.",
    "WA-02": "A failure restores nodes, edges, updates and deletes of the whole answer.",
    "WA-03": "A change set is staged in memory and committed once, so nothing is in flight when it fails.",
    "WA-04": "The flat and the nested form of edges become one form before ids are resolved.",
    "WA-05": "Ids made in one batch are known in every later batch, also while the answer streams.",
    "WA-06": "A cycle is found and shown beside operations that are fine.",
    "WA-07": "A commit reports every kind of change: created, updated and deleted nodes and edges.",
    "WA-08": "Prose counts as proposed until the commit is real; after a failure the answer says so.",
    "WA-09": "Pairs the ontology does not allow are refused with a repair hint, and our own examples are legal.",
    "WA-10": "Two people adding nodes of one name at once get different semantic ids.",
    "WA-11": "Times are published one by one: planning, applying, storing.",
    "WA-12": "Token figures come from a real tokenizer and say which.",
    "WA-13": "Every change set has a base revision; an answer on an old graph is rebased or refused as a conflict.",
    "WA-14": "Every commit has an author, an origin and a reason, can be reviewed before and undone after.",
    "WA-15": "Durable events are numbered without gaps per project and can be read from any number on.",
}

_CONTEXT: Final = {
    # canvas state
    "B-01": "Capture works on the canvas state of one session.",
    "B-02": "A canvas state has a viewport with zoom and centre.",
    "B-03": "A canvas state has filters by node type, relation type, flows and rollup level.",
    "B-04": "A canvas state names its layout: hierarchical, force, radial or custom.",
    "B-05": "A canvas state has selected nodes and edges.",
    "B-06": "Edits that are not sent yet are part of the captured context.",
    "B-07": "What changed since a revision is known from the journal.",
    # capture
    "B-10": "FULL captures the whole graph.",
    "B-11": "SELECTED captures what is selected.",
    "B-12": "VISIBLE captures what the filters leave.",
    "B-13": "CHANGED captures what changed since the thread's last model call.",
    "B-14": "MINIMAL captures counts and types.",
    "B-15": "Mode, metadata, positions, viewport, selection only and a node limit can be chosen.",
    "B-16": "Without options a capture is FULL with metadata, without positions and viewport.",
    "B-17": "A capture has its text, metadata, token count and cache key.",
    "B-18": "The metadata tell totals, selection, active filters, layout, zoom and revision.",
    "B-19": "An edge stays when both ends stay and its type is shown; hidden flows hide their io edges.",
    "B-20": "A node limit bounds the captured graph.",
    "B-21": "CHANGED is written as a diff.",
    "B-22": "The captured text opens with a header of counts, selection, filters, layout and zoom.",
    "B-23": "Active filters are written in one readable line.",
    "B-24": "MINIMAL shows a histogram of types.",
    "B-25": "Selected elements are named with their type in the header.",
    "B-26": "Edges from captured nodes to their neighbours are shown.",
    # cache, prompt, choice of mode
    "B-30": "Captures are cached in bounded memory, the least recently used go first.",
    "B-31": "The cache key holds everything that changes the capture.",
    "B-32": "A change of graph, filter or layout gives a new capture.",
    "B-33": "Viewport and presence give a new capture only where they are part of it.",
    "B-34": "The cache tells its size, hits and misses.",
    "B-35": "Ontology and graph are prompt blocks of their own, marked for the provider's cache.",
    "B-36": "Input tokens that the provider had cached are counted and shown.",
    "B-37": "Without an explicit mode the request's wording chooses one.",
    "B-38": "The choice of a mode comes with its reason.",
    "B-41": "The four scenarios of capture are met, each near its token figure.",
    # targets, safety, change log
    "B-50": "MINIMAL takes less than 5 ms, SELECTED less than 10 ms, FULL with 100 nodes less than 50 ms.",
    "B-52": "Format E saves most of the bytes and tokens of JSON, by measured figures.",
    "B-61": "Names and descriptions enter a prompt as data, in blocks that they cannot close.",
    "B-62": "Attributes that hold secrets never enter a capture.",
    "B-71": "A change log answers what changed since a revision.",
    "B-76": "Every change is kept for good with its values before and after.",
    "B-77": "A project of 10,000 nodes and 50,000 edges is everyday work.",
    # defects not to repeat
    "WB-01": "CHANGED works: capture gets everything it needs as arguments.",
    "WB-02": "A changed selection, limit, filter or right never meets an old capture.",
    "WB-03": "A changed edge or selection gives a new capture, because keys hold the revision and not event names.",
    "WB-04": "The hit rate counts hits and misses.",
    "WB-05": "Neighbours outside the selection appear as stubs with id, type and name.",
    "WB-06": "CHANGED shows what was removed.",
    "WB-07": "Metadata tell total, kept and omitted counts.",
    "WB-08": "The header is the same for the same revision: no time stands in it.",
    "WB-09": "The mode is chosen from request, selection and size in three languages, shown, and can be overridden.",
    "WB-10": "Only properties of the profile enter a capture, escaped; no raw copy beside them.",
    "WB-11": "Text is never made safe by removing parts of it; it is escaped where it goes out.",
    "WB-12": "Secrets are recognised in any spelling and depth.",
    "WB-13": "VISIBLE respects rollup level and viewport.",
    "WB-14": "Selected edges count; with nothing selected the capture falls back and says so.",
    "WB-15": "A node limit keeps what is nearest and most connected, and says what was left out.",
    "WB-16": "There is one table of measured budgets.",
    "WB-17": "Every Format E example in the manual passes the strict reader.",
    "WB-18": "Token counts come from a tokenizer, or are labelled as an estimate.",
}

_RUNS: Final = {
    "C-50": "A run's tree can be walked depth first.",
    "C-51": "Results are gathered from the leaves up.",
    "C-52": "Every step knows its path from the root.",
    "C-53": "Branching points are found.",
    "C-54": "Siblings that do not depend on each other form parallel groups.",
    "C-55": "A tree is told to a language model in sections within a token budget.",
    "C-57": "A step under an unknown or finished parent is an error.",
    "WC-04": "Totals come from one ledger: every model call counts its tokens, the root is no step.",
    "WC-05": "Structural branching and branches opened at run time are counted apart.",
}

_DECISIONS: Final = {
    "K-01": "A requirement is verified by a test; the reverse is read and turned, with a note.",
    "K-02": "A module is allocated functions; the reverse is read and turned, with a note.",
    "K-03": "A use case does not hold functions directly; the repair puts a function chain between.",
    "K-04": "A leaf use case has an actor when its function chain holds one.",
    "K-05": "Flows between actors and use cases are refused with the advice to go through a function.",
    "K-06": "All four arrow dialects are read, one is written.",
    "K-07": "Test ids are written TS; TC is read.",
    "K-08": "Name and description are read in both spellings and kept in one.",
    "K-09": "Flow cycles with an exit are legal, loops of two nodes are not.",
    "K-10": "Both keys of an answer's text are read.",
    "K-11": "The whole change set is atomic, batches are for the eye.",
    "K-12": "The system assigns semantic ids; the language model's are aliases.",
    "K-13": "Findings carry their phase and only past phases hold up a gate.",
    "K-15": "The provider's final text is the truth of a streamed message.",
    "K-16": "Steps form a tree, and siblings may name what they depend on.",
    "K-17": "Depth is path length minus one, the greatest depth counts levels.",
    "K-18": "Prompts and answers work in German, English and French.",
    "K-19": "Names are free text; semantic ids carry the identifier; the naming rule only finds.",
    "K-20": "A missing description is a finding, never a refusal.",
    "K-21": "An import keeps edges the ontology lacks as relations and counts them; a language model's are refused.",
    "K-22": "What blocks whom: integrity blocks all, hard rules block what a language model wrote, the rest never.",
    "K-23": "Requirements have a kind and projects a phase.",
    "K-24": "Every rule has a reach, and what is wide never runs inside a commit.",
    "K-25": "Tables of a profile are derived from its pair list.",
}

_ACCEPTANCE: Final = {
    "T-01": "The worked examples give exactly two batches; cycle and missing dependency give named errors with ids.",
    "T-02": "A failure in the last batch leaves the model as it was.",
    "T-03": "A 200-node model is counted as JSON and as Format E with a named tokenizer.",
    "T-04": "Each of the five capture modes meets its scenario with right totals.",
    "T-05": "A new selection changes the capture at once; people with different rights never share a cached one.",
    "T-06": "The prompt's stable part is the same bytes for two captures of one revision.",
    "T-07": "The documented example tree can be built, and its computed totals equal the documented ones.",
    "T-08": "A form that waits survives kill -9, and the run goes on.",
    "T-17": "Format E gives back pipes, brackets, commas, arrows, line breaks and any script.",
    "T-18": "Every rule has a model that passes and one that fails.",
    "T-20": "The four arrow dialects give the same model.",
}

_RELIABILITY: Final = {
    "R-20": "A change set is validated as a whole before the first write, and written in one transaction.",
    "R-21": "Tools are a closed list; a tool the language model invents is refused.",
    "R-23": "A decision names proposal and digest, counts once, and is recorded with the person.",
    "R-24": "Values reach the database only as parameters; types and keys come from fixed lists.",
    "R-25": "Invisible and bidirectional characters are shown or removed; legitimate joiners stay.",
    "R-26": "Foreign text enters prompts in a labelled block that it cannot close.",
    "R-30": "A reader returns a model or an error with line and reason; an import is all or nothing; export and import "
    "are inverse.",
    "R-31": "Outgoing calls speak http or https, follow no redirect and never repeat a failed body.",
    "R-32": "A key is bound to the host it was given for.",
    "R-35": "File paths come from generated ids, never from names.",
    "R-38": "Control characters are escaped on the terminal.",
    "R-40": "Every input has a written limit on size, count and depth, and long work does not stop the loop.",
    "R-43": "Borders are typed and closed: no NaN, control characters, lone surrogates or unknown fields.",
    "R-47": "A write with a known id gives the stored answer; with another body it is a conflict.",
    "R-49": "Both stores accept and refuse the same.",
    "R-50": "Keys never appear in prompts, events, exports or errors.",
    "R-51": "A provider's error text is shortened, masked and told as ours.",
    "R-53": "The journal is a hash chain: one flipped byte is found and its entry named.",
    "R-55": "Dependencies are locked with hashes, and set-up installs nothing without one.",
    "R-60": "Every provider fault ends in a named state within its deadline, with bounded retries that count.",
    "R-61": "A stream that ends without its terminal signal was interrupted.",
    "R-62": "Budgets of calls, tokens, seconds and money are checked before each call and hold in parallel.",
    "R-63": "Tool calls are used only when complete, strictly parsed and unique.",
    "R-64": "The completed message holds the full text.",
    "R-65": "Stop closes the provider's connection within a second.",
    "R-66": "Waits survive restarts and hold no task.",
    "R-67": "Full, failing, foreign or damaged storage is never acknowledged and never overwritten; one owner per folder.",
    "R-68": "Order goes by revision, durations by the monotonic clock.",
    "I-01": "Every acknowledged change is there after any crash.",
    "I-02": "A change set is there whole or not at all, for every reader at every moment.",
    "I-03": "A command has at most one effect, however often it is sent.",
    "I-04": "What was not acknowledged is there whole or not at all, and the sender can find out which.",
    "I-05": "Revisions are dense and rising, and the model is the fold of its journal.",
    "I-07": "One owner drives a run; a former owner's writes fail.",
    "I-08": "A run is always in exactly one state, and none is lost or stuck.",
    "I-09": "A finished step is never computed again, a finished effect never repeated.",
    "I-10": "A decision applies exactly what was shown, once, or nothing.",
    "I-11": "Undo restores the former state or refuses and names the conflict.",
    "I-15": "Both stores give the same results for the same history.",
}

REQUIREMENTS: Final[dict[str, str]] = {
    **_OPERATIONS,
    **_CONTEXT,
    **_RUNS,
    **_DECISIONS,
    **_ACCEPTANCE,
    **_RELIABILITY,
}
"""What this version must prove: every id here has at least one test."""

_LIVE: Final = "the live workbench: server, accounts, rooms and the browser"
_ASK: Final = "ask: retrieval, tools, threads and context for people"
_INVESTIGATE: Final = "investigate: documents, forms and checked answers"
_DISCUSS: Final = "discuss: three voices and a decision"
_EXCHANGE: Final = "exchange and hand-over: formats in and out, retention"

LATER: Final[dict[str, str]] = {
    **dict.fromkeys(("A-29", "A-43", "A-44", "A-45", "A-50", "A-51", "A-52", "A-60", "A-61", "A-62"), _LIVE),
    **dict.fromkeys(("A-84", "A-88", "A-95"), _LIVE),
    **dict.fromkeys(("B-39", "B-40", "B-51", "B-53", "B-63", "B-80"), _ASK),
    **dict.fromkeys(("B-54", "B-60", "B-70", "B-72", "B-73", "B-74", "B-75", "B-78", "B-79"), _LIVE),
    "B-81": _INVESTIGATE,
    "K-14": _DISCUSS,
    **dict.fromkeys(("T-09", "T-10"), _INVESTIGATE),
    **dict.fromkeys(("T-11", "T-12", "T-19"), _LIVE),
    "T-13": _ASK,
    **dict.fromkeys(("T-14", "T-15", "T-16"), _DISCUSS),
    **dict.fromkeys((f"R-{number:02}" for number in range(1, 13)), _LIVE),
    **dict.fromkeys(("R-22", "R-28"), _ASK),
    "R-27": _DISCUSS,
    **dict.fromkeys(("R-33", "R-34", "R-39", "R-56"), _EXCHANGE),
    **dict.fromkeys(("R-36", "R-37", "R-41", "R-42", "R-44", "R-45", "R-46", "R-48", "R-52", "R-54"), _LIVE),
    **dict.fromkeys(("I-06", "I-12", "I-13", "I-14"), _LIVE),
    "I-16": _DISCUSS,
}
"""Rows that a later story brings, and which; a test may already name them."""
