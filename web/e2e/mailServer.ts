/** A mail server on this machine: aiosmtpd, a real little one, which puts each mail into a folder. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect } from "@playwright/test";
import { freePort } from "./ports";

const PYTHON = process.env.GRAPHWRIGHT_PYTHON ?? resolve(import.meta.dirname, "../../.venv/bin/python");

export class MailServer {
  private constructor(
    readonly port: number,
    private readonly folder: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<MailServer> {
    const folder = await mkdtemp(join(tmpdir(), "graphwright-mail-"));
    const port = await freePort();
    const mails = ["-c", "aiosmtpd.handlers.Mailbox", join(folder, "mails")];
    const child = spawn(PYTHON, ["-m", "aiosmtpd", "-n", "-l", `localhost:${port}`, ...mails], { stdio: "ignore" });
    await expect(() => answers(port)).toPass();
    return new MailServer(port, folder, child);
  }

  /** What a server of ours is told about it. */
  settings(page: string): Readonly<Record<string, string>> {
    return {
      GRAPHWRIGHT_SMTP_HOST: "localhost",
      GRAPHWRIGHT_SMTP_PORT: String(this.port),
      GRAPHWRIGHT_SMTP_TLS: "none",
      GRAPHWRIGHT_SMTP_SENDER: "workbench@example.org",
      GRAPHWRIGHT_SMTP_MINUTES: "0",
      GRAPHWRIGHT_PUBLIC_ADDRESS: page,
    };
  }

  /** The next mail that came, once it is there; it is taken out. Line ends of quoted-printable are mended. */
  async next(): Promise<string> {
    const inbox = join(this.folder, "mails", "new");
    const found = async (): Promise<string[]> => readdir(inbox).catch(() => []);
    await expect.poll(found, { timeout: 40_000 }).toHaveLength(1);
    const [name = ""] = await found();
    const text = await readFile(join(inbox, name), "utf8");
    await rm(join(inbox, name));
    return text.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  }

  async count(): Promise<number> {
    return (await readdir(join(this.folder, "mails", "new")).catch(() => [])).length;
  }

  async stop(): Promise<void> {
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await ended;
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function answers(port: number): Promise<void> {
  const socket = connect(port, "localhost");
  await once(socket, "data");
  socket.destroy();
}
