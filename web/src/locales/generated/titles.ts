// Written by scripts/generate_locales.py out of languages/*/words.toml; never edited.

export const NUMBER = /^(?:(?<![\p{L}\p{N}_])(?:nr|no|num|number|#|nr|nummer|lfd|laufende|pos|numéro|n°|no|num)(?![\p{L}\p{N}_]))$/iu;

export const WHOLE = {
  id: /^(?:(?:id|key|identifier|uid|req(?:uirement)?\s*(?:id|no|number|#)|kennung|schlüssel|(?:anf(?:orderungs)?|req)\.?[\s+-]?(?:id|nr|nummer|kennung)|ident(?:ifikator)?|identifiant|clé|réf(?:érence)?))$/iu,
  name: /^(?:(?:name|title|summary|subject|short\s+text|heading|bezeichnung|titel|kurztext|benennung|überschrift|kurzbeschreibung|nom|titre|intitulé|désignation|libellé))$/iu,
  descr: /^(?:(?:description|descr|text|statement|body|wording|procedure|requirement\s+text|specification|beschreibung|anforderungstext|langtext|wortlaut|vorgehen|inhalt|prüfschritte?|texte|énoncé|contenu|mode\s+opératoire))$/iu,
  type: /^(?:(?:type|issue\s+type|node\s+type|artifact\s+type|typ|art|type))$/iu,
} as const;

export const HELD = {
  id: /(?<![\p{L}\p{N}_])(?:id|key|identifier|uid|req(?:uirement)?\s*(?:id|no|number|#)|kennung|schlüssel|(?:anf(?:orderungs)?|req)\.?[\s+-]?(?:id|nr|nummer|kennung)|ident(?:ifikator)?|identifiant|clé|réf(?:érence)?)(?![\p{L}\p{N}_])/iu,
  descr: /^(?:description|descr|text|statement|body|wording|procedure|requirement\s+text|specification|beschreibung|anforderungstext|langtext|wortlaut|vorgehen|inhalt|prüfschritte?|texte|énoncé|contenu|mode\s+opératoire)(?![\p{L}\p{N}_])/iu,
  name: /^(?:name|title|summary|subject|short\s+text|heading|bezeichnung|titel|kurztext|benennung|überschrift|kurzbeschreibung|nom|titre|intitulé|désignation|libellé)(?![\p{L}\p{N}_])/iu,
} as const;

export const ROWS = {
  SYS: /^(?:system|systems|systeme|système|systèmes|(?:subsystems?|teilsysteme?|systeme?|sous-systèmes?|systèmes?))$/iu,
  UC: /^(?:use case|use cases|anwendungsfall|anwendungsfälle|cas d'utilisation|(?:(?:user\s+)?stor(?:y|ies)|anwendungsf(?:a|ä)ll(?:e)?|nutzungsf(?:a|ä)ll(?:e)?|geschäftsf(?:a|ä)ll(?:e)?|cas\s+d['’]utilisation))$/iu,
  ACTOR: /^(?:actor|actors|akteur|akteure|acteur|acteurs|(?:stakeholders?|roles?|persons?|akteure?|rollen?|personen?|beteiligte|interessengruppen?|acteurs?|rôles?|parties\s+prenantes))$/iu,
  FCHAIN: /^(?:function chain|function chains|funktionskette|funktionsketten|chaîne fonctionnelle|chaînes fonctionnelles)$/iu,
  FUNC: /^(?:function|functions|funktion|funktionen|fonction|fonctions)$/iu,
  FLOW: /^(?:flow|flows|fluss|flüsse|flux|(?:interfaces?|signals?|messages?|schnittstellen?|signale?|nachrichten?|interfaces?|signaux|flux|messages?))$/iu,
  REQ: /^(?:requirement|requirements|anforderung|anforderungen|exigence|exigences|(?:needs?|features?|anforderungen|lastenheft|pflichtenheft|bedarfe?|exigences?|besoins?|cahier\s+des\s+charges))$/iu,
  TEST: /^(?:test|tests|(?:(?:test\s*)?verifications?|test\s*cases?|tests|testf(?:a|ä)ll(?:e)?|prüff(?:a|ä)ll(?:e)?|prüfung(?:en)?|tests|nachweise?|cas\s+de\s+tests?|essais?|vérifications?))$/iu,
  MOD: /^(?:module|modules|modul|(?:class(?:es)?|files?|components?|parts?|assembl(?:y|ies)|devices?|bill\s+of\s+materials?|bom|baugruppen?|bauteile?|komponenten?|module?|teile|teileliste|stückliste|geräte?|klassen?|composants?|modules?|pièces?|ensembles?|nomenclature|équipements?))$/iu,
  SCHEMA: /^(?:schema|schemas|schéma|schémas|(?:data|daten|datentypen?|données))$/iu,
  SHEET: /^(?:sheet|sheets|blatt|blätter|feuille|feuilles)$/iu,
  STARTER: /^(?:starter|starters|start|starts|départ|départs)$/iu,
  ENTRY_TYPE: /^(?:entry type|entry types|eingangstyp|eingangstypen|type d'entrée|types d'entrée)$/iu,
  STEP: /^(?:step|steps|schritt|schritte|étape|étapes)$/iu,
  HTML: /^(?:html view|html views|html-ansicht|html-ansichten|vue html|vues html)$/iu,
  RETURN: /^(?:return|returns|rückgabe|rückgaben|retour|retours)$/iu,
  TYPE: /^(?:node type|node types|knotentyp|knotentypen|type de nœud|types de nœud)$/iu,
  PROCESS: /^(?:procedure|procedures|verfahren|procédure|procédures)$/iu,
  CRITERION: /^(?:criterion|criteria|kriterium|kriterien|critère|critères)$/iu,
  NORM: /^(?:norm|norms|normen|norme|normes)$/iu,
  CONCEPT: /^(?:concept|concepts|begriff|begriffe|notion|notions)$/iu,
  DOCUMENT: /^(?:document|documents|unterlage|unterlagen)$/iu,
  AUTHORITY: /^(?:authority|authorities|behörde|behörden|autorité|autorités)$/iu,
  ROLE: /^(?:role|roles|rolle|rollen|rôle|rôles)$/iu,
} as const;
