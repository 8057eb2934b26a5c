import type { Translation } from "../translation";

export const ownKeys: Translation["ownKeys"] = {
  hint: "Wählen Sie die Tasten eines Befehls, um ihm andere zu geben. Sie bleiben in diesem Browser.",
  change: "Tasten ändern: {title}",
  press: "Drücken Sie eine Taste oder zwei nacheinander. Esc lässt es, wie es war.",
  pressing: "Tasten drücken …",
  reset: "Zurück zu {keys}",
  resetAll: "Alle Tasten wie am Anfang",
  needed: "{keys} wird gebraucht, um zu gehen, zu bearbeiten oder zu verlassen. Nehmen Sie eine andere.",
  browser: "{keys} gehört dem Browser. Nehmen Sie eine andere.",
  taken: "{keys} bedeutet schon: {title}. Geben Sie dem zuerst eine andere.",
  elsewhere: "{keys} bedeutet etwas anderes, solange dies den Fokus hat: {places}",
};
