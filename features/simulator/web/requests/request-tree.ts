import { findEntries, indexText } from '@qd/web-controls/search'
import type { Readings } from '@qd/web-controls/search'
import type { SavedRequest } from '../../contract/index.ts'
import { lastPart } from '../messages/message-index.ts'

/** A folder with what is in it; the first one has no name. */
export interface FolderNode {
  name: string
  /** From the first folder on. */
  path: string
  folders: readonly FolderNode[]
  requests: readonly SavedRequest[]
  /** Requests in it and below. */
  count: number
}

/** Names of the folders a request lies in; those of others are in one of their owner first. */
function foldersOf({ folder, isMine, owner }: SavedRequest): string[] {
  return [...(isMine ? [] : [owner]), ...folder.split('/').filter((name) => name !== '')]
}

function nodeOf(name: string, path: string, depth: number, requests: readonly SavedRequest[]): FolderNode {
  const here = requests.filter((each) => foldersOf(each).length === depth)
  const below = Map.groupBy(
    requests.filter((each) => foldersOf(each).length > depth),
    (each) => foldersOf(each)[depth] ?? '',
  )
  const folders = [...below]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([inside, list]) => nodeOf(inside, `${path}/${inside}`, depth + 1, list))
  return { name, path, folders, requests: here, count: requests.length }
}

/** Requests in their folders, each level by name. */
export function treeOf(requests: readonly SavedRequest[]): FolderNode {
  return nodeOf('', '', 0, requests)
}

/** Those that a search finds by name, folder, message and person; Chinese also by pinyin. */
export function findRequests(
  requests: readonly SavedRequest[],
  query: string,
  readings: Readings,
): SavedRequest[] {
  const indexed = requests.map((entry) => ({
    entry,
    text: indexText(entry.name, readings),
    beside: [entry.folder, lastPart(entry.message), entry.owner].map((words) => indexText(words, readings)),
  }))
  return findEntries(indexed, query)
}

/** Folders that are there, with those around them, for proposals. */
export function knownFolders(requests: readonly SavedRequest[]): string[] {
  const all = requests.flatMap(({ folder }) => {
    const names = folder.split('/')
    return names.map((_, at) => names.slice(0, at + 1).join('/'))
  })
  return [...new Set(all)].filter((folder) => folder !== '').toSorted((a, b) => a.localeCompare(b))
}
