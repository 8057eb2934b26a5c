// Written by scripts/generate_locales.py out of languages/de/findings.toml; never edited.
import type { Translation } from "../translation";

export const told: Translation["told"] = {
  "rules.naming.title": "Namen sind Bezeichner",
  "rules.naming.broken.0": "Der Name von {node} ist kein Bezeichner.",
  "rules.naming.broken.1":
    "Benennen Sie ihn in {better} um, oder lassen Sie ihn: ein Name darf freier Text sein, den Bezeichner trägt die semantische Id.",
  "rules.required_properties.title": "Name und Beschreibung",
  "rules.required_properties.broken.0": "{node} hat {missing:and}.",
  "rules.required_properties.broken.1": "Geben Sie einen Namen an und sagen Sie in einem Satz, worum es geht.",
  "rules.attribute_values.title": "Werte von Attributen",
  "rules.attribute_values.missing.0": "{node} hat kein Attribut {attribute}.",
  "rules.attribute_values.missing.1": "Setzen Sie {attribute}; möglich ist {expected}.",
  "rules.attribute_values.wrong.0": "Das Attribut {attribute} von {node} ist {value}.",
  "rules.attribute_values.wrong.1": "Setzen Sie {attribute}; möglich ist {expected}.",
  "rules.schema_struct_property.title": "Lesbare Strukturen",
  "rules.schema_struct_property.missing.0": "{node} hat kein Attribut {attribute}.",
  "rules.schema_struct_property.missing.1":
    "Setzen Sie {attribute} auf JSON, als Text geschrieben, zum Beispiel '{example}'.",
  "rules.schema_struct_property.unreadable.0": "Das Attribut {attribute} von {node} ist kein JSON.",
  "rules.schema_struct_property.unreadable.1":
    "Setzen Sie {attribute} auf JSON, als Text geschrieben, zum Beispiel '{example}'.",
  "rules.req_semantic_id.title": "Ids von Anforderungen",
  "rules.req_semantic_id.broken.0": "{node} hat die Id {id}.",
  "rules.req_semantic_id.broken.1":
    "Eine Id hat die Form Name.{abbreviation}.001; legen Sie die Anforderung neu an, oder importieren Sie sie unter einer freien Id.",
  "rules.isolation.title": "Nichts steht allein",
  "rules.isolation.broken.0": "{node} ist mit nichts verbunden.",
  "rules.isolation.broken.1": "Verbinden oder löschen Sie es.",
  "rules.no_duplicate_nodes.title": "Kein Knoten doppelt",
  "rules.no_duplicate_nodes.inside.0": "{node} gibt es in {parent} zweimal.",
  "rules.no_duplicate_nodes.inside.1": "Nehmen Sie den vorhandenen Knoten ({twin}), oder benennen Sie diesen um.",
  "rules.no_duplicate_nodes.top.0": "{node} gibt es auf oberster Ebene zweimal.",
  "rules.no_duplicate_nodes.top.1": "Nehmen Sie den vorhandenen Knoten ({twin}), oder benennen Sie diesen um.",
  "rules.no_duplicate_edges.title": "Keine Kante doppelt",
  "rules.no_duplicate_edges.broken.0": "Die Kante {edge} gibt es zweimal.",
  "rules.no_duplicate_edges.broken.1": "Löschen Sie eine der beiden.",
  "rules.no_self_loops.title": "Keine Kante zu sich selbst",
  "rules.no_self_loops.broken.0": "{edge} führt zu sich selbst zurück.",
  "rules.no_self_loops.broken.1": "Löschen Sie die Kante, oder nennen Sie das andere Ende.",
  "rules.valid_edge_types.title": "Erlaubte Beziehungen",
  "rules.valid_edge_types.broken.0": "{edge} ist nicht erlaubt.",
  "rules.valid_edge_types.broken.1": "{advice:sentences}",
  "rules.function_requirements.title": "Funktionen erfüllen Anforderungen",
  "rules.function_requirements.broken.0": "{node} erfüllt keine Anforderung.",
  "rules.function_requirements.broken.1":
    "Verbinden Sie die Funktion mit der Anforderung, für die es sie gibt (FUNC -st-> REQ), oder schreiben Sie diese.",
  "rules.requirements_verification.title": "Anforderungen werden geprüft",
  "rules.requirements_verification.broken.0": "{node} wird von keinem Test geprüft.",
  "rules.requirements_verification.broken.1": "Legen Sie einen TEST an und verbinden Sie ihn (REQ -vf-> TEST).",
  "rules.uc_satisfy_req.title": "Anwendungsfälle stellen Anforderungen",
  "rules.uc_satisfy_req.broken.0": "{node} wird von keinem Anwendungsfall gestellt.",
  "rules.uc_satisfy_req.broken.1":
    "Verbinden Sie den Anwendungsfall, aus dem sie kommt (UC -st-> REQ); verlangt sie kein Verhalten, so setzen Sie kind auf quality oder constraint.",
  "rules.sys_satisfy_nfr.title": "Eigenschaften des Systems",
  "rules.sys_satisfy_nfr.broken.0": "{node} hat weder eine Qualitätsanforderung noch eine Randbedingung.",
  "rules.sys_satisfy_nfr.broken.1":
    "Schreiben Sie als REQ mit kind quality oder constraint auf, wie es sein muss, nicht nur, was es tun muss (Geschwindigkeit, Sicherheit, Kosten, Vorschriften), und verbinden Sie es (SYS -st-> REQ).",
  "rules.millers_law.title": "Fünf bis neun Teile",
  "rules.millers_law.many.0": "{node} hat {count} {part}, mehr als {most}.",
  "rules.millers_law.many.1": "Fassen Sie sie unter eigenen {part} zusammen.",
  "rules.millers_law.carriesMany.0": "{node} trägt {count} {part}, mehr als {most}.",
  "rules.millers_law.carriesMany.1": "Fassen Sie sie unter eigenen {part} zusammen.",
  "rules.millers_law.few.0": "{node} hat nur {count} {part}, weniger als {few}.",
  "rules.millers_law.few.1":
    "In einem kleinen oder jungen Modell ist das in Ordnung; suchen Sie später nach einem fehlenden Teil.",
  "rules.nested_system.title": "Systeme in einem System",
  "rules.nested_system.broken.0": "{node} ist Teil von {parent}.",
  "rules.nested_system.broken.1":
    "Richtig, wenn es zugekauft ist oder von außen kommt; ein eigener Teil ist ein MOD oder eine FUNC.",
  "rules.leaf_usecase_actor.title": "Anwendungsfälle haben Akteure",
  "rules.leaf_usecase_actor.broken.0": "{node} hat keinen Akteur.",
  "rules.leaf_usecase_actor.broken.1":
    "Geben Sie ihm eine Funktionskette, in der der Akteur steht: UC -cp-> FCHAIN und FCHAIN -cp-> ACTOR.",
  "rules.function_allocation.title": "Ein Modul für jede Funktion",
  "rules.function_allocation.several.0": "{node} wird von {count} Modulen getragen.",
  "rules.function_allocation.several.1": "Behalten Sie eines von {modules}, oder teilen Sie die Funktion.",
  "rules.function_allocation.none.0": "{node} wird von keinem Modul getragen.",
  "rules.function_allocation.none.1": "Ordnen Sie die Funktion dem Modul zu, das sie ausführt (MOD -al-> FUNC).",
  "rules.no_orphan_mod.title": "Module haben einen Platz",
  "rules.no_orphan_mod.broken.0": "{node} gehört zu nichts und trägt keine Funktion.",
  "rules.no_orphan_mod.broken.1":
    "Nehmen Sie es in ein SYS oder MOD auf (-cp->), ordnen Sie ihm eine Funktion zu (-al->), oder löschen Sie es.",
  "rules.function_io.title": "Funktionen haben Eingang und Ausgang",
  "rules.function_io.broken.0": "{node} hat {missing:and}.",
  "rules.function_io.broken.1":
    "Verbinden Sie auf der fehlenden Seite einen FLOW (FLOW -io-> FUNC als Eingang, FUNC -io-> FLOW als Ausgang).",
  "rules.flow_connectivity.title": "Flüsse haben beide Enden",
  "rules.flow_connectivity.broken.0": "{node} hat {missing:and}.",
  "rules.flow_connectivity.broken.1":
    "Verbinden Sie auf der fehlenden Seite eine FUNC oder einen ACTOR (FUNC -io-> FLOW erzeugt, FLOW -io-> FUNC nimmt ab).",
  "rules.io_bidirectional_flow.title": "Flüsse haben eine Richtung",
  "rules.io_bidirectional_flow.broken.0": "{end} schreibt und liest {node}.",
  "rules.io_bidirectional_flow.broken.1":
    "Nehmen Sie zwei Flüsse, einen je Richtung, zum Beispiel eine Anfrage und ihre Antwort.",
  "rules.fchain_actor_boundary.title": "Ketten beginnen und enden bei Akteuren",
  "rules.fchain_actor_boundary.broken.0": "{node} hat {missing:and}.",
  "rules.fchain_actor_boundary.broken.1":
    "Nehmen Sie den Akteur in die Kette auf (FCHAIN -cp-> ACTOR) und verbinden Sie ihn (ACTOR -io-> FLOW beginnt, FLOW -io-> ACTOR endet).",
  "rules.nested_func_isolation.title": "Innere Funktionen sprechen über ihre äußere",
  "rules.nested_func_isolation.write.0": "{function} spricht über {node} an der äußeren Funktion {outer} vorbei.",
  "rules.nested_func_isolation.write.1":
    "Lassen Sie auch {outer} den Fluss schreiben, als Teil ihrer Schnittstelle; oder verschieben Sie die Funktion.",
  "rules.nested_func_isolation.read.0": "{function} spricht über {node} an der äußeren Funktion {outer} vorbei.",
  "rules.nested_func_isolation.read.1":
    "Lassen Sie auch {outer} den Fluss lesen, als Teil ihrer Schnittstelle; oder verschieben Sie die Funktion.",
  "rules.volatile_func_isolation.title": "Was sich oft ändert, ist abgeschirmt",
  "rules.volatile_func_isolation.broken.0":
    "{count} Funktionen hängen von {node} ab, die sich voraussichtlich oft ändert.",
  "rules.volatile_func_isolation.broken.1":
    "Setzen Sie eine stabile Funktion dazwischen, damit eine Änderung an einer Stelle bleibt.",
  "rules.func_description_quality.title": "Beschreibungen von Funktionen",
  "rules.func_description_quality.broken.0": "Die Beschreibung von {node} sagt eines nicht: {missing}.",
  "rules.func_description_quality.broken.1":
    "Schreiben Sie Verb, Eingang, Ausgang. Zum Beispiel: „Prüft die Bestellung und liefert die bestätigte Bestellung.“",
  "rules.flow_data_schema.title": "Flüsse nennen ihre Daten",
  "rules.flow_data_schema.broken.0": "{node} nennt kein Datenschema.",
  "rules.flow_data_schema.broken.1":
    "Verbinden Sie das SCHEMA, das seine Daten festlegt (FLOW -rl-> SCHEMA mit category DataSchema).",
  "rules.flow_protocol_schema.title": "Flüsse nennen ihr Protokoll",
  "rules.flow_protocol_schema.broken.0":
    "{node} verbindet Funktionen der obersten Ebene und nennt kein Protokollschema.",
  "rules.flow_protocol_schema.broken.1":
    "Verbinden Sie das SCHEMA, das den Austausch festlegt (FLOW -rl-> SCHEMA mit category ProtocolSchema).",
  "rules.flow_3layer_model.title": "Drei Schichten eines Flusses",
  "rules.flow_3layer_model.broken.0": "{node} fehlt von den drei Schichten: {missing}.",
  "rules.flow_3layer_model.broken.1":
    "Beschreiben Sie, was er bedeutet, und verbinden Sie die Schemata seiner Daten und seines Protokolls.",
  "rules.scheme_usage.title": "Strukturen haben Schemata",
  "rules.scheme_usage.speaks.0": "{node} spricht von {word} und nennt kein Schema.",
  "rules.scheme_usage.speaks.1": "Legen Sie die Struktur in einem SCHEMA fest und verbinden Sie es ({arrow}).",
  "rules.scheme_usage.attribute.0": "{node} hat das Attribut {attribute} und nennt kein Schema.",
  "rules.scheme_usage.attribute.1": "Legen Sie die Struktur in einem SCHEMA fest und verbinden Sie es ({arrow}).",
  "rules.scheme_usage.joins.0": "{node} verbindet {count} Funktionen und nennt kein Schema.",
  "rules.scheme_usage.joins.1": "Legen Sie die Struktur in einem SCHEMA fest und verbinden Sie es ({arrow}).",
  "rules.func_near_duplicate.title": "Fast gleiche Funktionen",
  "rules.func_near_duplicate.broken.0": "{first} und {second} sind fast gleich ({score}).",
  "rules.func_near_duplicate.broken.1":
    "Nehmen Sie die vorhandene, oder sagen Sie in der Beschreibung, was sie unterscheidet.",
  "rules.func_near_duplicate.more.0":
    "{first} und {second} sind fast gleich ({score}). Mindestens {hidden} weitere ähneln {id}.",
  "rules.func_near_duplicate.more.1":
    "Nehmen Sie die vorhandene, oder sagen Sie in der Beschreibung, was sie unterscheidet.",
  "rules.func_merge_candidate.title": "Funktionen, die eine sein könnten",
  "rules.func_merge_candidate.broken.0": "{first} und {second} sind einander sehr ähnlich ({score}).",
  "rules.func_merge_candidate.broken.1":
    "Führen Sie sie zusammen, wenn sie dasselbe tun; sonst sagen Sie in der Beschreibung, was sie unterscheidet.",
  "rules.func_merge_candidate.more.0":
    "{first} und {second} sind einander sehr ähnlich ({score}). Mindestens {hidden} weitere ähneln {id}.",
  "rules.func_merge_candidate.more.1":
    "Führen Sie sie zusammen, wenn sie dasselbe tun; sonst sagen Sie in der Beschreibung, was sie unterscheidet.",
  "rules.schema_near_duplicate.title": "Fast gleiche Schemata",
  "rules.schema_near_duplicate.broken.0": "{first} und {second} sind fast gleich ({score}).",
  "rules.schema_near_duplicate.broken.1":
    "Nehmen Sie das vorhandene, oder sagen Sie in der Beschreibung, was sie unterscheidet.",
  "rules.schema_near_duplicate.more.0":
    "{first} und {second} sind fast gleich ({score}). Mindestens {hidden} weitere ähneln {id}.",
  "rules.schema_near_duplicate.more.1":
    "Nehmen Sie das vorhandene, oder sagen Sie in der Beschreibung, was sie unterscheidet.",
  "rules.schema_merge_candidate.title": "Schemata, die eines sein könnten",
  "rules.schema_merge_candidate.broken.0": "{first} und {second} sind einander sehr ähnlich ({score}).",
  "rules.schema_merge_candidate.broken.1":
    "Führen Sie sie zusammen, wenn sie dasselbe festlegen; sonst sagen Sie in der Beschreibung, was sie unterscheidet.",
  "rules.schema_merge_candidate.more.0":
    "{first} und {second} sind einander sehr ähnlich ({score}). Mindestens {hidden} weitere ähneln {id}.",
  "rules.schema_merge_candidate.more.1":
    "Führen Sie sie zusammen, wenn sie dasselbe festlegen; sonst sagen Sie in der Beschreibung, was sie unterscheidet.",
  "rules.functional_flow.title": "Daten laufen von Akteur zu Akteur",
  "rules.functional_flow.from.0": "Durch {node} führt kein Datenfluss, der bei einem Akteur beginnt.",
  "rules.functional_flow.from.1":
    "Vervollständigen Sie die Kette: ACTOR -io-> FLOW -io-> FUNC ... FUNC -io-> FLOW -io-> ACTOR.",
  "rules.functional_flow.to.0": "Durch {node} führt kein Datenfluss, der bei einem Akteur endet.",
  "rules.functional_flow.to.1":
    "Vervollständigen Sie die Kette: ACTOR -io-> FLOW -io-> FUNC ... FUNC -io-> FLOW -io-> ACTOR.",
  "rules.functional_flow.both.0":
    "Durch {node} führt kein Datenfluss, der bei einem Akteur beginnt, und keiner, der bei einem endet.",
  "rules.functional_flow.both.1":
    "Vervollständigen Sie die Kette: ACTOR -io-> FLOW -io-> FUNC ... FUNC -io-> FLOW -io-> ACTOR.",
  "rules.fchain_connectivity.title": "Ketten hängen zusammen",
  "rules.fchain_connectivity.broken.0": "{node} zerfällt: kein Fluss verbindet {names} mit dem Rest.",
  "rules.fchain_connectivity.broken.1": "Verbinden Sie sie durch einen FLOW, oder nehmen Sie sie aus der Kette.",
  "rules.fchain_connectivity.more.0": "{node} zerfällt: kein Fluss verbindet {names} und {more} weitere mit dem Rest.",
  "rules.fchain_connectivity.more.1": "Verbinden Sie sie durch einen FLOW, oder nehmen Sie sie aus der Kette.",
  "rules.flow_cycles.title": "Daten verlassen jeden Kreis",
  "rules.flow_cycles.broken.0": "Daten laufen in einem Kreis von {count} Elementen um {node} und verlassen ihn nie.",
  "rules.flow_cycles.broken.1":
    "Lassen Sie eine seiner Funktionen einen FLOW schreiben, der hinausführt, oder nehmen Sie einen ACTOR dazu.",
  "rules.full_traceability.title": "Anforderungen sind verfolgbar",
  "rules.full_traceability.up.0": "Von {node} führt kein Weg hinauf zu einem SYS oder UC.",
  "rules.full_traceability.up.1":
    "Verbinden Sie nach oben mit UC -st-> REQ (oder über eine Funktion des Anwendungsfalls), nach unten mit REQ -vf-> TEST.",
  "rules.full_traceability.down.0": "Von {node} führt kein Weg hinab zu einem TEST.",
  "rules.full_traceability.down.1":
    "Verbinden Sie nach oben mit UC -st-> REQ (oder über eine Funktion des Anwendungsfalls), nach unten mit REQ -vf-> TEST.",
  "rules.full_traceability.both.0":
    "Von {node} führt kein Weg hinauf zu einem SYS oder UC und keiner hinab zu einem TEST.",
  "rules.full_traceability.both.1":
    "Verbinden Sie nach oben mit UC -st-> REQ (oder über eine Funktion des Anwendungsfalls), nach unten mit REQ -vf-> TEST.",
  "rules.allocation_cohesion.title": "Funktionen gehören zu einem Modul",
  "rules.allocation_cohesion.broken.0": "Nur {share} % der zugeordneten Funktionen gehören zu einem einzigen Modul.",
  "rules.allocation_cohesion.broken.1":
    "Wählen Sie für jede Funktion ein Modul, oder teilen Sie Funktionen, die zu zweien gehören.",
  "rules.step_type.title": "Schritte haben einen Typ",
  "rules.step_type.none.0": "{node} hat keinen Typ.",
  "rules.step_type.none.1":
    "Sagen Sie mit einer Kante STEP -tp-> TYPE, was er ist; legen Sie den TYPE an, wenn es ihn noch nicht gibt.",
  "rules.step_type.several.0": "{node} hat {count} Typen.",
  "rules.step_type.several.1":
    "Sagen Sie mit einer Kante STEP -tp-> TYPE, was er ist; legen Sie den TYPE an, wenn es ihn noch nicht gibt.",
  "rules.on_a_sheet.title": "Knoten stehen auf einem Blatt",
  "rules.on_a_sheet.none.0": "{node} steht auf keinem Blatt.",
  "rules.on_a_sheet.none.1": "Nehmen Sie den Knoten mit SHEET -cp-> auf eines auf.",
  "rules.on_a_sheet.several.0": "{node} steht auf {count} Blättern.",
  "rules.on_a_sheet.several.1": "Nehmen Sie den Knoten mit SHEET -cp-> auf genau eines auf.",
  "rules.link_handles.title": "Verbindungen enden an Anschlüssen",
  "rules.link_handles.out.0": "{node} hat keinen Ausgang {handle}, an dem eine Verbindung endet.",
  "rules.link_handles.out.1": "Setzen Sie {attribute} auf einen seiner Ausgänge: {fitting}.",
  "rules.link_handles.in.0": "{node} hat keinen Eingang {handle}, an dem eine Verbindung endet.",
  "rules.link_handles.in.1": "Setzen Sie {attribute} auf einen seiner Eingänge: {fitting}.",
  "rules.reached.title": "Schritte werden erreicht",
  "rules.reached.broken.0": "Zu {node} führt von keinem STARTER eine Verbindung, also läuft es nie.",
  "rules.reached.broken.1": "Verbinden Sie es mit einem Knoten, der läuft, oder löschen Sie es.",
  "problems.malformed.nodeType.0": "{type} ist kein Knotentyp des Profils {profile}",
  "problems.malformed.nodeType.1": "Nehmen Sie einen von {types}.",
  "problems.malformed.relation.0": "{relation} ist keine Beziehung des Profils {profile}",
  "problems.malformed.relation.1": "Nehmen Sie eine von {relations}.",
  "problems.malformed.emptyName.0": "der Name ist leer",
  "problems.malformed.emptyName.1": "Ändern Sie {field} und senden Sie es noch einmal.",
  "problems.malformed.key.0": "der Attributname {key} muss 1 bis {limit} Zeichen haben",
  "problems.malformed.key.1": "Ändern Sie {field} und senden Sie es noch einmal.",
  "problems.malformed.reserved.0": "{key} ist ein Feld des Elements, kein Attribut",
  "problems.malformed.reserved.1": "Ändern Sie {field} und senden Sie es noch einmal.",
  "problems.malformed.infinite.0": "Attribut {key}: NaN und unendlich sind keine Werte",
  "problems.malformed.infinite.1": "Ändern Sie {field} und senden Sie es noch einmal.",
  "problems.malformed.depth.0": "Attribut {key}: tiefer geschachtelt als {limit} Ebenen",
  "problems.malformed.depth.1": "Ändern Sie {field} und senden Sie es noch einmal.",
  "problems.malformed.character.0": "der Text enthält das Zeichen {character} an Stelle {position}",
  "problems.malformed.character.1": "Entfernen Sie das Zeichen aus {field} und senden Sie es noch einmal.",
  "problems.malformed.attributeCharacter.0": "das Attribut {key} enthält das Zeichen {character} an Stelle {position}",
  "problems.malformed.attributeCharacter.1": "Entfernen Sie das Zeichen aus {field} und senden Sie es noch einmal.",
  "problems.unknownRef.nowhere.0": "{ref} gibt es weder im Modell noch in dieser Änderung",
  "problems.unknownRef.nowhere.1": "{advice}",
  "problems.unknownRef.several.0": "{ref} steht für {count} Knoten",
  "problems.unknownRef.several.1": "{advice}",
  "problems.unknownRef.edgeId.0": "es gibt keine Kante {ref}",
  "problems.unknownRef.edgeId.1": "{advice}",
  "problems.unknownRef.edgeAddress.0":
    "eine Kante nennt man durch ihre Id, oder durch edgeType, source und target zusammen",
  "problems.unknownRef.edgeAddress.1": "{advice}",
  "problems.unknownRef.edges.0":
    "es gibt {count} Kanten {relation} von {source} zu {target}; nennen Sie eine durch ihre Id",
  "problems.unknownRef.edges.1": "{advice}",
  "problems.unknownRef.noEdge.0": "es gibt keine Kante {relation} von {source} zu {target}",
  "problems.unknownRef.noEdge.1": "{advice}",
  "problems.duplicateRef.operation.0": "{operation} ist schon die Id der Operation {first}",
  "problems.duplicateRef.operation.1": "Geben Sie jeder Operation einer Änderung eine eigene Id.",
  "problems.duplicateRef.newNode.0": "{name} ist schon der Name eines neuen Knotens",
  "problems.duplicateRef.newNode.1": "Geben Sie jedem neuen Knoten eine eigene vorläufige Id.",
  "problems.duplicateRef.newEdge.0": "{name} ist schon der Name einer neuen Kante",
  "problems.duplicateRef.newEdge.1": "Geben Sie jeder neuen Kante eine eigene vorläufige Id.",
  "problems.duplicateRef.node.0": "{id} gibt es schon",
  "problems.duplicateRef.node.1": "Beziehen Sie sich auf {id}, statt es anzulegen, oder ändern Sie es.",
  "problems.duplicateRef.edge.0": "{edge} gibt es schon",
  "problems.duplicateRef.edge.1": "Lassen Sie die Kante weg, oder ändern Sie die vorhandene.",
  "problems.duplicateRef.edgeValues.0": "eine andere Kante {relation} zwischen denselben Enden hat diese Werte",
  "problems.duplicateRef.edgeValues.1": "Löschen Sie eine der beiden, oder wählen Sie andere Werte.",
  "problems.dependencyCycle.operations.0":
    "diese Operationen warten aufeinander, also kann keine die erste sein: {ring}",
  "problems.dependencyCycle.operations.1":
    "Nehmen Sie eine dieser Abhängigkeiten weg und senden Sie die Operationen noch einmal.",
  "problems.dependencyCycle.compose.0": "Kreis von Bestandteilen: {ring}",
  "problems.dependencyCycle.compose.1":
    "Ein Teil kann sein Ganzes nicht enthalten: lassen Sie eine dieser Kanten compose weg.",
  "problems.missingDependency.unknown.0": "{operation} hängt von {missing} ab, was diese Änderung nicht enthält",
  "problems.missingDependency.unknown.1":
    "Nennen Sie in dependsOn Operationen derselben Änderung, oder lassen Sie es weg: es folgt aus den Verweisen.",
  "problems.illegalPair.pair.0": "{pair} ist nicht erlaubt ({source} zu {target})",
  "problems.illegalPair.pair.1": "{advice:sentences}",
  "problems.selfLoop.self.0": "{name} würde mit sich selbst verbunden",
  "problems.selfLoop.self.1": "Eine Kante verbindet zwei verschiedene Knoten.",
  "problems.limitExceeded.operations.0":
    "{count} Operationen in einer Änderung; hier werden höchstens {limit} angenommen",
  "problems.limitExceeded.operations.1": "Teilen Sie die Änderung, oder importieren Sie eine Datei.",
  "problems.limitExceeded.name.0": "der Name hat {count} Zeichen, höchstens {limit} werden gespeichert",
  "problems.limitExceeded.name.1": "Ändern Sie {field} und senden Sie es noch einmal.",
  "problems.limitExceeded.descr.0": "die Beschreibung hat {count} Zeichen, höchstens {limit} werden gespeichert",
  "problems.limitExceeded.descr.1": "Ändern Sie {field} und senden Sie es noch einmal.",
  "problems.limitExceeded.attributes.0": "{count} Attribute, höchstens {limit} werden gespeichert",
  "problems.limitExceeded.attributes.1": "Ändern Sie {field} und senden Sie es noch einmal.",
  "problems.limitExceeded.value.0": "Attribut {key}: {count} Zeichen, höchstens {limit} werden gespeichert",
  "problems.limitExceeded.value.1": "Ändern Sie {field} und senden Sie es noch einmal.",
  "problems.conflict.deleted.0": "{ref} hat jemand anders gelöscht",
  "problems.conflict.deleted.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.field.0": "{field} war {before}, als Sie begannen, ist jetzt {now}, und Sie setzen {value}",
  "problems.conflict.field.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.changed.0": "{id} hat jemand anders geändert, seit Sie es gesehen haben",
  "problems.conflict.changed.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.edgeOfNode.0": "die Kante {edge} wurde seither angelegt oder geändert",
  "problems.conflict.edgeOfNode.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.edgeChanged.0":
    "die Kante {relation} hat jemand anders angelegt oder geändert, seit Sie sie gesehen haben",
  "problems.conflict.edgeChanged.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.edgeDeleted.0": "die Kante hat jemand anders gelöscht",
  "problems.conflict.edgeDeleted.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.goneSince.0": "{what} wurde seither gelöscht",
  "problems.conflict.goneSince.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.idTaken.0": "die Id {id} hat seither ein anderer Knoten",
  "problems.conflict.idTaken.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.changedSince.0": "{what} wurde seither geändert: {difference}",
  "problems.conflict.changedSince.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.fieldSince.0": "{what}: {field} ist jetzt {now}, nicht mehr {made}",
  "problems.conflict.fieldSince.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.endGone.0": "ein Ende der Kante {relation} wurde seither gelöscht",
  "problems.conflict.endGone.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.drawnAgain.0": "die Kante {relation} wurde seither neu gezogen",
  "problems.conflict.drawnAgain.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.connected.0": "{what} wurde seither mit {other} verbunden",
  "problems.conflict.connected.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "problems.conflict.ring.0": "es zurückzunehmen ergäbe einen Kreis von Bestandteilen: {ring}",
  "problems.conflict.ring.1":
    "Sehen Sie sich den jetzigen Stand an; senden Sie die Änderung auf der neuesten Revision noch einmal, wenn Sie sie noch wollen.",
  "terms.error": "Fehler",
  "terms.warning": "Warnung",
  "terms.info": "Hinweis",
  "terms.noName": "keinen Namen",
  "terms.noDescr": "keine Beschreibung",
  "terms.noInput": "keinen Eingang",
  "terms.noOutput": "keinen Ausgang",
  "terms.noProducer": "keinen Erzeuger",
  "terms.noConsumer": "keinen Abnehmer",
  "terms.noInputActor": "keinen Akteur am Anfang",
  "terms.noOutputActor": "keinen Akteur am Ende",
  "terms.verb": "was sie tut (ein Verb)",
  "terms.itsInput": "ihren Eingang",
  "terms.itsOutput": "ihren Ausgang",
  "terms.meaning": "Bedeutung",
  "terms.dataSchema": "Datenschema",
  "terms.protocolSchema": "Protokollschema",
  "terms.none": "keine",
  "terms.text": "Text",
  "terms.json": "JSON, als Text geschrieben",
  "terms.number": "eine Zahl",
  "terms.boolean": "true oder false",
  "terms.choice": "eines von {options}",
  "terms.useRelation": "Nehmen Sie eine der Beziehungen {relations}.",
  "terms.turnRound": "Drehen Sie sie um: {target} -{relation}-> {source} ist erlaubt.",
  "terms.putBetween": "Setzen Sie {between} dazwischen: {source} -{relation}-> {between} -{relation}-> {target}.",
  "terms.otherRelations": "Von {source} zu {target} ist erlaubt: {relations}.",
  "terms.otherTargets": "Von {source} darf {relation} führen zu: {targets}.",
  "terms.noStart": "Bei {source} darf kein {relation} beginnen.",
  "terms.didYouMean": "Meinten Sie {candidates}?",
  "terms.createOrUse": "Legen Sie den Knoten in derselben Änderung an, oder nehmen Sie die Id eines vorhandenen.",
  "terms.and": "und",
  "notes.turned": "{operation}: {relation} führt von {source} zu {target}, deshalb wurde die Kante umgedreht",
  "notes.sameNode": "{operation}: {id} hat diese Werte schon",
  "notes.sameEdge": "{operation}: die Kante hat diese Werte schon",
  "notes.goneNode": "{operation}: {ref} wurde schon gelöscht",
  "notes.goneEdge": "{operation}: die Kante wurde schon gelöscht",
  "notes.importTurned": "{count} Kante {pair} wurde umgedreht || {count} Kanten {pair} wurden umgedreht",
  "notes.importKept":
    "{count} Kante {pair} gibt es in der Ontologie nicht; sie ist als {keeper} mit {attribute} erhalten || {count} Kanten {pair} gibt es in der Ontologie nicht; sie sind als {keeper} mit {attribute} erhalten",
  "notes.withoutIds": "Ids von Knoten und Kanten und Revisionen werden nicht geschrieben, semantische Ids schon",
  "notes.withoutAttributes": "Attribute, Ids und Revisionen werden nicht geschrieben; diese Form ist nur zum Lesen",
  "notes.cutTexts":
    "Attribute, Ids und Revisionen werden nicht geschrieben, lange Texte gekürzt; diese Form ist nur zum Lesen",
  "notes.withoutSemanticIds": "semantische Ids und Revisionen werden nicht geschrieben",
  "notes.withoutEdgeAttributes":
    "Ids von Knoten und Kanten und Attribute von Beziehungen werden nicht geschrieben; diese Form ist nur zum Lesen",
  "notes.hiddenParts": "{count} verborgener Teil ist weggelassen || {count} verborgene Teile sind weggelassen",
  "notes.damagedPages":
    "{count} von {pages} Seiten ist beschädigt und weggelassen || {count} von {pages} Seiten sind beschädigt und weggelassen",
  "notes.leftOutSheets":
    "{count} verborgenes Blatt oder Diagrammblatt ist weggelassen || {count} verborgene Blätter oder Diagrammblätter sind weggelassen",
  "notes.otherContent": "heißt .{extension}, der Inhalt ist aber {found}",
  "notes.windows1252": "kein UTF-8, als Windows-1252 gelesen",
  "notes.twiceLater": "{what} ist zweimal angegeben; die spätere Zeile gilt",
  "notes.readAs": "{ref} wurde als {known} gelesen",
  "notes.twice": "{what} ist zweimal angegeben; für diese Zeile wurde nichts getan",
  "notes.there": "{what} gibt es schon; für diese Zeile wurde nichts getan",
  "notes.remark": "Zeile {line} wurde für eine Bemerkung gehalten: {text}",
};
