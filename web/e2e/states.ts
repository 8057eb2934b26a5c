/** The main states of the workbench, each reached from a fresh page: what axe judges and what the pictures show. */

import type { Page } from "@playwright/test";
import type { Doors, House } from "./stage";
import { expect } from "./stage";
import { ask, box, chat, drawer, inspector, openTab, rail, row, tree } from "./view";

type Open = () => Promise<Page>;

/** By name, how to get there. `sample` holds the project of `graphwright demo`. */
export function states(doors: Doors, sample: House): Readonly<Record<string, Open>> {
  const { owner, origin } = sample.server;
  const example = sample.example();
  const workbench: Open = async () => {
    const page = await doors.open(owner, example);
    await expect(box(page, "OrderSystem")).toBeVisible();
    await expect(chat(page).locator(".lines li").first()).toBeVisible();
    await openTab(page, "FN");
    await row(page, "TrackOrder.FN.").getByRole("gridcell", { name: "TrackOrder", exact: true }).click();
    return page;
  };
  const withDrawer =
    (name: string, inside: string): Open =>
    async () => {
      const page = await workbench();
      await rail(page).getByRole("button", { name }).click();
      await expect(drawer(page).locator(inside).first()).toBeVisible();
      return page;
    };
  return {
    login: async () => {
      const page = await doors.enter(origin);
      await page.goto(origin);
      await expect(page.getByLabel("Password")).toBeVisible();
      return page;
    },
    projects: async () => {
      const page = await doors.enter(origin, { storageState: owner.storage });
      await sample.project(); // with one alone the page goes straight in
      await page.goto(origin);
      await expect(page.getByRole("button", { name: /order-system/ })).toBeVisible();
      return page;
    },
    empty: async () => {
      const page = await doors.open(owner, await sample.project());
      await expect(chat(page).getByRole("heading", { name: "Start with what you know" })).toBeVisible();
      return page;
    },
    workbench,
    chat: async () => {
      const page = await doors.open(owner, await sample.project());
      await ask(page, "Customer places an order");
      await expect(chat(page).locator(".applied .lines li").first()).toBeVisible();
      await page.locator("body").press("Escape");
      return page;
    },
    overview: async () => {
      const page = await workbench();
      await rail(page).getByRole("button", { name: "Overview" }).click();
      await expect(page.locator(".overview-gates li")).toHaveCount(4);
      return page;
    },
    tables: async () => {
      const page = await workbench();
      await page.getByRole("button", { name: "Tables", exact: true }).click();
      await openTab(page, "FN");
      await row(page, ".FN.").first().getByRole("gridcell").nth(2).click();
      return page;
    },
    graph: async () => {
      const page = await workbench();
      await page.getByRole("button", { name: "Graph", exact: true }).click();
      await expect(box(page, "OrderSystem")).toBeVisible();
      return page;
    },
    problems: withDrawer("Problems", "li, tr"),
    process: withDrawer("Process", "[role=row]"),
    history: withDrawer("History", "li"),
    keys: async () => {
      const page = await workbench();
      await page.getByRole("button", { name: "Keyboard" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      return page;
    },
    members: async () => {
      const page = await workbench();
      await page.getByRole("button", { name: "Members" }).click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Zoe");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("textbox", { name: "Link for Zoe" })).toBeVisible();
      return page;
    },
    account: async () => {
      const page = await workbench();
      await page.getByRole("button", { name: "My account" }).click();
      await expect(page.getByRole("dialog").getByLabel("New password")).toBeVisible();
      return page;
    },
    naming: async () => {
      const page = await workbench();
      await page.locator("body").press("Control+s");
      await page.getByRole("dialog").getByRole("textbox").fill("1 is no name");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("dialog").getByRole("alert")).toBeVisible();
      return page;
    },
    baselines: async () => {
      const project = await sample.project();
      await owner.ask("PUT", `${project.path}/baselines/start`, { revision: 0 });
      await project.change({
        op: "node.create",
        id: "1",
        nodeType: "FUNC",
        name: "ShipOrder",
        descr: "Ships an order.",
      });
      const page = await doors.open(owner, project);
      await rail(page).getByRole("button", { name: "History" }).click();
      await drawer(page).getByRole("button", { name: "Compare with now: start" }).click();
      await expect(drawer(page).locator(".comparison .lines li")).toHaveCount(1);
      return page;
    },
    costs: async () => {
      const page = await doors.open(owner, await sample.project());
      await ask(page, "Customer places an order");
      await expect(chat(page).locator(".applied .lines li").first()).toBeVisible();
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("button", { name: "Costs" }).click();
      await expect(page.getByRole("dialog").getByRole("table")).toBeVisible();
      return page;
    },
    welcome: async () => {
      const page = await doors.enter(origin);
      await page.goto(`${origin}/#ticket=${await sample.server.ticket("Yves", example.name)}`);
      await expect(page.getByLabel("New password")).toBeVisible();
      return page;
    },
    proposal: async () => {
      const page = await doors.open(owner, await sample.project({ policy: "review" }));
      await ask(page, "Customer places an order");
      await expect(chat(page).locator(".card.proposal")).toBeVisible();
      return page;
    },
    review: async () => {
      const page = await doors.open(owner, await sample.project({ policy: "review" }));
      await ask(page, "Customer places an order");
      await page.locator(".top .waiting").click();
      await expect(drawer(page).getByRole("treegrid", { name: "Review" })).toBeFocused();
      await page.keyboard.press("r");
      await expect(drawer(page).locator("[data-state=rejected]").first()).toBeVisible();
      return page;
    },
    element: async () => {
      const page = await workbench();
      await rail(page).getByRole("button", { name: "Inspector" }).click();
      await expect(inspector(page).getByLabel("Volatility")).toBeVisible();
      await inspector(page).getByRole("button", { name: "Add a relation" }).click();
      await expect(inspector(page).getByRole("listbox")).toBeVisible();
      return page;
    },
    elements: async () => {
      const page = await workbench();
      await page.locator("body").press("Escape");
      await rail(page).getByRole("button", { name: "Inspector" }).click();
      await box(page, "PackOrder").click();
      await box(page, "TrackOrder").click({ modifiers: ["Shift"] });
      await expect(inspector(page).getByRole("status")).toHaveText("2 elements selected");
      return page;
    },
    tree: async () => {
      const page = await workbench();
      await rail(page).getByRole("button", { name: "Model" }).click();
      await tree(page)
        .getByRole("treeitem", { name: /PlaceOrder$/ })
        .first()
        .click({ button: "right" });
      await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
      return page;
    },
    inspector: async () => {
      const page = await doors.open(owner, await sample.project());
      await ask(page, "Customer places an order");
      await chat(page).getByRole("button", { name: "Context", exact: true }).click();
      await expect(page.getByRole("dialog").locator(".inspector-section").first()).toBeVisible();
      return page;
    },
  };
}
