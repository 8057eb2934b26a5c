/** How the page looks and speaks, and the way out: for the menu at the top, the account, and the search of the page. */

import { isLanguage } from "../locales";
import { type Rest, ServerError } from "../session/rest";
import type { Session } from "../session/session";
import { preferences, type Theme } from "./preferences";
import { speakIn } from "./text";
import { toasts } from "./toasts";

export const THEMES: readonly Theme[] = ["system", "light", "dark"];

export async function chooseLanguage(wanted: string): Promise<void> {
  if (!isLanguage(wanted)) return;
  try {
    await speakIn(wanted);
    preferences.set({ language: wanted });
  } catch (cause) {
    // The page goes on in the language it has.
    toasts.error(new ServerError({ code: "unreachable", message: String(cause), retry: "later" }));
  }
}

/**
 * The page starts over, so nothing of this person stays in it. Before that the project is left: it would hear that its
 * person is gone, and show a way in that the new page takes away under somebody's fingers.
 */
export async function logOut(
  rest: Rest,
  session: Session | undefined,
  answer: (work: Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  session?.close();
  if (await answer(rest.delete("/api/session"))) location.assign("/");
  else session?.open();
}
