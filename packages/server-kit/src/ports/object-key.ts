declare const isObjectKey: unique symbol

/** Key of something a request touches; made by `objectKey` alone. */
export type ObjectKey = string & { readonly [isObjectKey]: true }

/** What a request may touch, and what tells one from another: ids that games give count within their game. */
interface ObjectParts {
  player: [game: string, uId: string]
  /** Players of a list that the request stores as its text, each on a line. */
  players: [game: string, digest: string]
  /** A function that is run, on the line it runs on. */
  function: [lineId: string, source: string, id: string]
  'function-effects': [lineId: string, name: string]
  job: [jobId: string]
  mail: [mailId: string]
  'code-batch': [batchId: string]
  'item-value': [lineId: string, number: string]
  role: [code: string]
  group: [groupIdOrName: string]
  user: [userId: string]
  username: [name: string]
  /** Path of a record of the catalogue. */
  place: [path: string]
  policy: [policyIdOrName: string]
  approvals: ['settings']
}

/** Two open requests with a key in common are in conflict: what the first does, the other was not approved for. */
export function objectKey<K extends keyof ObjectParts>(kind: K, ...parts: ObjectParts[K]): ObjectKey {
  return [kind, ...parts].join(':') as ObjectKey
}
