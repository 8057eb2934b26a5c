/** Where the server keeps documents, passages and links. */

import { projectPath } from "../session/rest";

function documentsPath(project: string): string {
  return `${projectPath(project)}/documents`;
}

/** Where many files are taken at once. */
export function archivePath(project: string): string {
  return `${documentsPath(project)}/archive`;
}

export function documentPath(project: string, documentId: string): string {
  return `${documentsPath(project)}/${encodeURIComponent(documentId)}`;
}

/** What a document could become. */
export function candidatesPath(project: string, documentId: string): string {
  return `${documentPath(project, documentId)}/candidates`;
}

export function passagePath(project: string, passageId: string): string {
  return `${projectPath(project)}/passages/${encodeURIComponent(passageId)}`;
}

export function linkPath(project: string, passageId: string, nodeId: string): string {
  return `${passagePath(project, passageId)}/links/${encodeURIComponent(nodeId)}`;
}

/** Search all documents, or one of them. */
export function searchPath(project: string, question: string, limit: number, documentId?: string): string {
  const wanted = new URLSearchParams({
    q: question,
    limit: String(limit),
    ...(documentId && { document: documentId }),
  });
  return `${projectPath(project)}/passages?${wanted.toString()}`;
}
