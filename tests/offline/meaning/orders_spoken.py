"""Orders as people say them to each other, by phenomenon, each with what comes of it; beside `orders_said.py`.

The same three worlds and the same way of writing what comes. Here nobody uses the words of a manual: things are
history, fly out, hang elsewhere, are one and the same, and what is wanted stands between excuses and reasons.
"""

from __future__ import annotations

from typing import Final

from graphwright.languages import Language

SPOKEN: Final[dict[str, list[tuple[Language, str, str, str]]]] = {
    "get rid of": [
        ("en", "we can lose the gas panel, nobody has used it for years", "- Gas panel", ""),
        ("en", "The gas panel is history.", "- Gas panel", ""),
        ("en", "let's ditch the gas panel", "- Gas panel", ""),
        ("en", "The gas panel can be thrown away.", "- Gas panel", ""),
        ("en", "Gas panel: not needed any longer", "- Gas panel", ""),
        ("en", "I don't want the gas panel in there.", "- Gas panel", ""),
        ("en", "get the gas panel out of the model", "- Gas panel", ""),
        ("en", "we have no more use for the gas panel", "- Gas panel", ""),
        ("en", "The gas panel can be left out", "- Gas panel", ""),
        ("en", "we don't do Stir melt any more", "- Stir melt", ""),
        ("en", "That last one was wrong, take it out again.", "- Stirrer", "Stirrer"),
        ("de", "Auf den Bildspeicher können wir verzichten.", "- Bildspeicher", ""),
        ("de", "Der Bildspeicher ist Geschichte", "- Bildspeicher", ""),
        ("de", "Den Bildspeicher lassen wir weg.", "- Bildspeicher", ""),
        ("de", "nimm den Bildspeicher bitte wieder raus", "- Bildspeicher", ""),
        ("de", "Der Bildspeicher hat ausgedient.", "- Bildspeicher", ""),
        ("de", "Der Bildspeicher hat da nichts verloren", "- Bildspeicher", ""),
        ("de", "mach den Bildspeicher weg", "- Bildspeicher", ""),
        ("de", "Linse reinigen machen wir nicht mehr.", "- Linse reinigen", ""),
        ("de", "Der Bildspeicher kann weg, den nutzt keiner.", "- Bildspeicher", ""),
        ("de", "Ach, das letzte nimm bitte wieder raus.", "- Kältemaschine", "Kältemaschine"),
        ("fr", "On peut se passer de la sonde.", "- Sonde", ""),
        ("fr", "La sonde, on laisse tomber, tu peux la virer.", "- Sonde", ""),
        ("fr", "laisse tomber la sonde", "- Sonde", ""),
        ("fr", "Tu peux virer la sonde", "- Sonde", ""),
        ("fr", "La sonde est en trop", "- Sonde", ""),
        ("fr", "Je ne veux plus de la sonde.", "- Sonde", ""),
        ("fr", "sors la sonde du modèle", "- Sonde", ""),
        ("fr", "La sonde peut disparaître, personne ne s'en sert.", "- Sonde", ""),
        ("fr", "La sonde n'a plus lieu d'être.", "- Sonde", ""),
        ("fr", "oups, oublie la dernière", "- Sonde", "Sonde"),
    ],
    "belongs elsewhere": [
        (
            "en",
            "The stirrer belongs under the furnace controller, not under Glassworks.",
            "+ Furnace controller compose Stirrer; - Glassworks compose Stirrer",
            "",
        ),
        (
            "en",
            "Put the stirrer under the furnace controller instead of under Glassworks",
            "+ Furnace controller compose Stirrer; - Glassworks compose Stirrer",
            "",
        ),
        (
            "en",
            "The stirrer doesn't belong to Glassworks but to the furnace controller",
            "+ Furnace controller compose Stirrer; - Glassworks compose Stirrer",
            "",
        ),
        (
            "en",
            "Take the stirrer out of Glassworks and put it under the furnace controller.",
            "+ Furnace controller compose Stirrer; - Glassworks compose Stirrer",
            "",
        ),
        (
            "en",
            "The stirrer should sit under the furnace controller rather than under Glassworks",
            "+ Furnace controller compose Stirrer; - Glassworks compose Stirrer",
            "",
        ),
        (
            "en",
            "The stirrer is part of the furnace controller, not of Glassworks.",
            "+ Furnace controller compose Stirrer; - Glassworks compose Stirrer",
            "",
        ),
        (
            "de",
            "Die Kältemaschine gehört unter die Kuppelsteuerung, nicht unter die Sternwarte.",
            "+ Kuppelsteuerung compose Kältemaschine; - Sternwarte compose Kältemaschine",
            "",
        ),
        (
            "de",
            "Häng die Kältemaschine bitte unter die Kuppelsteuerung um, zur Sternwarte gehört sie nicht.",
            "+ Kuppelsteuerung compose Kältemaschine; - Sternwarte compose Kältemaschine",
            "",
        ),
        (
            "de",
            "nimm die Kältemaschine aus der Sternwarte raus und häng sie unter die Kuppelsteuerung",
            "+ Kuppelsteuerung compose Kältemaschine; - Sternwarte compose Kältemaschine",
            "",
        ),
        (
            "de",
            "Die Kältemaschine soll unter die Kuppelsteuerung statt unter die Sternwarte.",
            "+ Kuppelsteuerung compose Kältemaschine; - Sternwarte compose Kältemaschine",
            "",
        ),
        (
            "de",
            "Die Kältemaschine wandert von der Sternwarte zur Kuppelsteuerung.",
            "+ Kuppelsteuerung compose Kältemaschine; - Sternwarte compose Kältemaschine",
            "",
        ),
        (
            "fr",
            "La cuve va sous le robot de cave et pas sous la fromagerie.",
            "+ Robot de cave compose Cuve; - Fromagerie compose Cuve",
            "",
        ),
        (
            "fr",
            "La cuve fait partie du robot de cave et non de la fromagerie",
            "+ Robot de cave compose Cuve; - Fromagerie compose Cuve",
            "",
        ),
        (
            "fr",
            "La cuve ne fait pas partie de la fromagerie mais du robot de cave.",
            "+ Robot de cave compose Cuve; - Fromagerie compose Cuve",
            "",
        ),
        (
            "fr",
            "La cuve dépend du robot de cave, pas de la fromagerie.",
            "+ Robot de cave compose Cuve; - Fromagerie compose Cuve",
            "",
        ),
        (
            "fr",
            "Sors la cuve de la fromagerie et mets-la sous le robot de cave.",
            "+ Robot de cave compose Cuve; - Fromagerie compose Cuve",
            "",
        ),
    ],
    "takes over": [
        (
            "en",
            "The stirrer takes over Heat crucible from the furnace controller.",
            "+ Stirrer allocate Heat crucible; - Furnace controller allocate Heat crucible",
            "",
        ),
        (
            "en",
            "let the stirrer do Heat crucible instead of the furnace controller",
            "+ Stirrer allocate Heat crucible; - Furnace controller allocate Heat crucible",
            "",
        ),
        (
            "en",
            "Heat crucible should be handled by the stirrer from now on, not by the furnace controller.",
            "+ Stirrer allocate Heat crucible; - Furnace controller allocate Heat crucible",
            "",
        ),
        (
            "en",
            "Give Heat crucible to the stirrer instead of the furnace controller",
            "+ Stirrer allocate Heat crucible; - Furnace controller allocate Heat crucible",
            "",
        ),
        (
            "de",
            "Die Funktion Linse reinigen übernimmt künftig der Bildspeicher.",
            "+ Bildspeicher allocate Linse reinigen",
            "",
        ),
        (
            "de",
            "Spiegel kühlen übernimmt der Bildspeicher, nicht die Kältemaschine.",
            "+ Bildspeicher allocate Spiegel kühlen; - Kältemaschine allocate Spiegel kühlen",
            "",
        ),
        (
            "de",
            "Der Bildspeicher soll Spiegel kühlen von der Kältemaschine übernehmen.",
            "+ Bildspeicher allocate Spiegel kühlen; - Kältemaschine allocate Spiegel kühlen",
            "",
        ),
        ("de", "Für Linse reinigen ist der Bildspeicher zuständig.", "+ Bildspeicher allocate Linse reinigen", ""),
        (
            "fr",
            "La sonde reprend Chauffer le lait à la cuve.",
            "+ Sonde allocate Chauffer le lait; - Cuve allocate Chauffer le lait",
            "",
        ),
        (
            "fr",
            "Chauffer le lait doit être assuré par la sonde, pas par la cuve.",
            "+ Sonde allocate Chauffer le lait; - Cuve allocate Chauffer le lait",
            "",
        ),
        (
            "fr",
            "La sonde s'occupe de Chauffer le lait à la place de la cuve",
            "+ Sonde allocate Chauffer le lait; - Cuve allocate Chauffer le lait",
            "",
        ),
        (
            "fr",
            "Confie Chauffer le lait à la sonde plutôt qu'à la cuve.",
            "+ Sonde allocate Chauffer le lait; - Cuve allocate Chauffer le lait",
            "",
        ),
    ],
    "are really several": [
        (
            "en",
            "Weigh and bag cullet is actually two steps, make it Weigh cullet and Bag cullet please",
            "~ Weigh and bag cullet name=Weigh cullet; + FUNC Bag cullet",
            "",
        ),
        (
            "en",
            "Break Weigh and bag cullet into Weigh cullet and Bag cullet.",
            "~ Weigh and bag cullet name=Weigh cullet; + FUNC Bag cullet",
            "",
        ),
        (
            "en",
            "Weigh and bag cullet does too much: split it.",
            "~ Weigh and bag cullet name=Weigh cullet; + FUNC Bag cullet",
            "",
        ),
        (
            "en",
            "Weigh and bag cullet should really be two functions.",
            "~ Weigh and bag cullet name=Weigh cullet; + FUNC Bag cullet",
            "",
        ),
        (
            "de",
            "Bild aufnehmen und ablegen sind eigentlich zwei Schritte: Bild aufnehmen und Bild ablegen.",
            "~ Bild aufnehmen und ablegen name=Bild aufnehmen; + FUNC Bild ablegen",
            "",
        ),
        (
            "de",
            "Bild aufnehmen und ablegen macht zu viel, teil es auf.",
            "~ Bild aufnehmen und ablegen name=Bild aufnehmen; + FUNC Bild ablegen",
            "",
        ),
        (
            "de",
            "mach zwei Funktionen aus Bild aufnehmen und ablegen",
            "~ Bild aufnehmen und ablegen name=Bild aufnehmen; + FUNC Bild ablegen",
            "",
        ),
        (
            "fr",
            "Sépare Peser et emballer en deux : Peser la meule et Emballer la meule.",
            "~ Peser et emballer name=Peser la meule; + FUNC Emballer la meule",
            "",
        ),
        (
            "fr",
            "Peser et emballer, c'est deux étapes : Peser la meule et Emballer la meule",
            "~ Peser et emballer name=Peser la meule; + FUNC Emballer la meule",
            "",
        ),
        ("fr", "Peser et emballer fait trop, sépare-le.", "~ Peser et emballer name=Peser; + FUNC Emballer", ""),
    ],
    "are really one": [
        ("en", "Apprentice and Night watch are the same person, merge them into Apprentice.", "- Night watch", ""),
        (
            "en",
            "Apprentice and Night watch are really one and the same, so please combine the two.",
            "- Night watch",
            "",
        ),
        ("en", "Fold the night watch into the apprentice.", "- Night watch", ""),
        (
            "en",
            "Combine Stir melt and Heat crucible into Prepare melt.",
            "- Heat crucible; ~ Stir melt name=Prepare melt",
            "",
        ),
        (
            "en",
            "Stir melt and Heat crucible should become one function called Prepare melt.",
            "- Heat crucible; ~ Stir melt name=Prepare melt",
            "",
        ),
        (
            "de",
            "Die Funktionen Linse reinigen und Spiegel kühlen bitte zu Optik pflegen zusammenlegen.",
            "- Spiegel kühlen; ~ Linse reinigen name=Optik pflegen",
            "",
        ),
        ("de", "Nachtwächter und Praktikant sind ein und dasselbe.", "- Praktikant", ""),
        (
            "de",
            "Aus Linse reinigen und Spiegel kühlen soll Optik pflegen werden.",
            "- Spiegel kühlen; ~ Linse reinigen name=Optik pflegen",
            "",
        ),
        ("fr", "Brosser la croûte et Chauffer le lait, c'est pareil, fusionne les deux.", "- Chauffer le lait", ""),
        (
            "fr",
            "Fusionne Brosser la croûte et Chauffer le lait en Traiter la meule.",
            "- Chauffer le lait; ~ Brosser la croûte name=Traiter la meule",
            "",
        ),
        ("fr", "Le livreur et le stagiaire sont la même personne.", "- Stagiaire", ""),
    ],
    "has been replaced": [
        ("en", "Instead of the gas panel there is now a valve block.", "~ Gas panel name=Valve block,descr=*", ""),
        ("en", "The gas panel has been replaced by a valve block", "~ Gas panel name=Valve block,descr=*", ""),
        ("en", "we now have a valve block in place of the gas panel", "~ Gas panel name=Valve block,descr=*", ""),
        (
            "de",
            "Der Bildspeicher wurde durch ein Plattenarchiv ersetzt.",
            "~ Bildspeicher name=Plattenarchiv,descr=*",
            "",
        ),
        (
            "de",
            "Statt des Bildspeichers haben wir jetzt ein Plattenarchiv.",
            "~ Bildspeicher name=Plattenarchiv,descr=*",
            "",
        ),
        ("de", "Ein Plattenarchiv löst den Bildspeicher ab.", "~ Bildspeicher name=Plattenarchiv,descr=*", ""),
        ("fr", "La sonde a été remplacée par un thermomètre.", "~ Sonde name=Thermomètre,descr=*", ""),
        ("fr", "Mets un thermomètre à la place de la sonde.", "~ Sonde name=Thermomètre,descr=*", ""),
        ("fr", "On a un thermomètre à la place de la sonde", "~ Sonde name=Thermomètre,descr=*", ""),
    ],
    "has nothing to do with": [
        (
            "en",
            "Cut the link between the furnace controller and Heat crucible.",
            "- Furnace controller allocate Heat crucible",
            "",
        ),
        (
            "en",
            "The furnace controller has nothing to do with Heat crucible any more.",
            "- Furnace controller allocate Heat crucible",
            "",
        ),
        (
            "en",
            "The furnace controller shouldn't be tied to Heat crucible",
            "- Furnace controller allocate Heat crucible",
            "",
        ),
        (
            "en",
            "You don't need to connect the furnace controller with Heat crucible any more, undo that please.",
            "- Furnace controller allocate Heat crucible",
            "",
        ),
        (
            "de",
            "Kapp die Verbindung zwischen Kältemaschine und Spiegel kühlen.",
            "- Kältemaschine allocate Spiegel kühlen",
            "",
        ),
        (
            "de",
            "Die Kältemaschine brauchst du nicht mehr mit Spiegel kühlen verknüpfen, lös das bitte.",
            "- Kältemaschine allocate Spiegel kühlen",
            "",
        ),
        (
            "de",
            "Die Kältemaschine soll nicht mehr mit Spiegel kühlen verbunden sein",
            "- Kältemaschine allocate Spiegel kühlen",
            "",
        ),
        (
            "de",
            "Die Verbindung zwischen Kältemaschine und Spiegel kühlen ist falsch.",
            "- Kältemaschine allocate Spiegel kühlen",
            "",
        ),
        ("fr", "Coupe le lien entre la cuve et Chauffer le lait.", "- Cuve allocate Chauffer le lait", ""),
        (
            "fr",
            "enlève le lien entre la cuve et Chauffer le lait, la sonde s'en charge déjà",
            "- Cuve allocate Chauffer le lait",
            "",
        ),
        ("fr", "La cuve n'a plus rien à voir avec Chauffer le lait.", "- Cuve allocate Chauffer le lait", ""),
        ("fr", "La cuve ne doit plus être reliée à Chauffer le lait", "- Cuve allocate Chauffer le lait", ""),
    ],
    "a connection is missing": [
        ("en", "There's a link missing between the gas panel and Stir melt.", "+ Gas panel allocate Stir melt", ""),
        ("en", "Hook the gas panel up with Stir melt", "+ Gas panel allocate Stir melt", ""),
        (
            "en",
            "Please tie the gas panel to Stir melt, it's the part that carries it out.",
            "+ Gas panel allocate Stir melt",
            "",
        ),
        (
            "de",
            "Zwischen Bildspeicher und Linse reinigen fehlt eine Verbindung.",
            "+ Bildspeicher allocate Linse reinigen",
            "",
        ),
        ("de", "Bildspeicher und Linse reinigen gehören zusammen.", "+ Bildspeicher allocate Linse reinigen", ""),
        ("fr", "Il manque un lien entre la sonde et Brosser la croûte.", "+ Sonde allocate Brosser la croûte", ""),
        ("fr", "Il faudrait relier la sonde à Brosser la croûte.", "? Dois-je", ""),
    ],
    "comes before": [
        (
            "en",
            "Stir melt comes before Weigh and bag cullet.",
            "+ FLOW Stir melt result; + Stir melt io Stir melt result; + Stir melt result io Weigh and bag cullet",
            "",
        ),
        (
            "en",
            "Connect both: first Stir melt, then Weigh and bag cullet",
            "+ FLOW Stir melt result; + Stir melt io Stir melt result; + Stir melt result io Weigh and bag cullet",
            "",
        ),
        (
            "en",
            "Put Stir melt ahead of Weigh and bag cullet.",
            "+ FLOW Stir melt result; + Stir melt io Stir melt result; + Stir melt result io Weigh and bag cullet",
            "",
        ),
        (
            "de",
            "Spiegel kühlen kommt vor Linse reinigen.",
            (
                "+ FLOW Ergebnis Spiegel kühlen; "
                "+ Spiegel kühlen io Ergebnis Spiegel kühlen; + Ergebnis Spiegel kühlen io Linse reinigen"
            ),
            "",
        ),
        (
            "de",
            "Verbinde die beiden: erst Spiegel kühlen, dann Linse reinigen",
            (
                "+ FLOW Ergebnis Spiegel kühlen; "
                "+ Spiegel kühlen io Ergebnis Spiegel kühlen; + Ergebnis Spiegel kühlen io Linse reinigen"
            ),
            "",
        ),
        (
            "de",
            "Auf Spiegel kühlen folgt Linse reinigen.",
            (
                "+ FLOW Ergebnis Spiegel kühlen; "
                "+ Spiegel kühlen io Ergebnis Spiegel kühlen; + Ergebnis Spiegel kühlen io Linse reinigen"
            ),
            "",
        ),
        (
            "fr",
            "Brosser la croûte vient après Chauffer le lait.",
            (
                "+ FLOW Résultat chauffer le lait; "
                "+ Chauffer le lait io Résultat chauffer le lait; + Résultat chauffer le lait io Brosser la croûte"
            ),
            "",
        ),
        (
            "fr",
            "Relie les deux : d'abord Chauffer le lait, puis Brosser la croûte",
            (
                "+ FLOW Résultat chauffer le lait; "
                "+ Chauffer le lait io Résultat chauffer le lait; + Résultat chauffer le lait io Brosser la croûte"
            ),
            "",
        ),
    ],
    "what a record holds": [
        (
            "en",
            "Add the melting point to the melt record.",
            "~ Melt record struct=batch,colour,weight,melting point",
            "",
        ),
        (
            "en",
            "The melt record also needs a furnace number.",
            "~ Melt record struct=batch,colour,weight,furnace number",
            "",
        ),
        ("en", "We no longer need the colour in the melt record.", "~ Melt record struct=batch,weight", ""),
        ("en", "Throw the colour out of the melt record", "~ Melt record struct=batch,weight", ""),
        (
            "en",
            "The field colour in the melt record should be called tint.",
            "~ Melt record struct=batch,tint,weight",
            "",
        ),
        ("de", "Aus dem Schema Bildkopf fliegt das Feld filter raus", "~ Bildkopf struct=datum,belichtung", ""),
        ("de", "Im Bildkopf fehlt noch die Brennweite.", "~ Bildkopf struct=datum,filter,belichtung,Brennweite", ""),
        ("de", "Den filter im Bildkopf brauchen wir nicht mehr", "~ Bildkopf struct=datum,belichtung", ""),
        (
            "de",
            "Im Bildkopf heißt das Feld filter jetzt Farbfilter.",
            "~ Bildkopf struct=datum,Farbfilter,belichtung",
            "",
        ),
        (
            "fr",
            "Rajoute le nombre de tours dans la fiche meule, stp",
            "~ Fiche meule struct=lot,poids,date,nombre de tours",
            "",
        ),
        ("fr", "On n'a plus besoin du poids dans la fiche meule.", "~ Fiche meule struct=lot,date", ""),
        ("fr", "Le champ poids de la fiche meule devient masse.", "~ Fiche meule struct=lot,masse,date", ""),
    ],
    "called otherwise": [
        ("en", "From now on we call the apprentice Journeyman.", "~ Apprentice name=Journeyman", ""),
        ("en", "the name Apprentice is wrong, it should be Journeyman", "~ Apprentice name=Journeyman", ""),
        (
            "en",
            "Call the apprentice Journeyman instead, that's what everybody says.",
            "~ Apprentice name=Journeyman",
            "",
        ),
        ("de", "Wir nennen den Praktikanten künftig Volontär.", "~ Praktikant name=Volontär", ""),
        ("de", "Der Name Praktikant ist falsch, richtig ist Volontär.", "~ Praktikant name=Volontär", ""),
        ("fr", "Désormais on appelle le stagiaire Apprenti.", "~ Stagiaire name=Apprenti", ""),
        ("fr", "Le stagiaire s'appelle désormais Apprenti.", "~ Stagiaire name=Apprenti", ""),
    ],
    "something new carries": [
        ("en", "A module Dust hood carries Stir melt.", "+ MOD Dust hood; + Dust hood allocate Stir melt", ""),
        (
            "en",
            "A module called Dust hood takes care of Stir melt.",
            "+ MOD Dust hood; + Dust hood allocate Stir melt",
            "",
        ),
        (
            "fr",
            "Ajoute un module Brosse qui se charge de Brosser la croûte.",
            "+ MOD Brosse; + Brosse allocate Brosser la croûte",
            "",
        ),
        ("de", "Ein Modul Heizband trägt Linse reinigen.", "+ MOD Heizband; + Heizband allocate Linse reinigen", ""),
        (
            "de",
            "Das neue Modul Heizband übernimmt Linse reinigen.",
            "+ MOD Heizband; + Heizband allocate Linse reinigen",
            "",
        ),
        ("fr", "Un module Brosse assure Brosser la croûte.", "+ MOD Brosse; + Brosse allocate Brosser la croûte", ""),
    ],
}
