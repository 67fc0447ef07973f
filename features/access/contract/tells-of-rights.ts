const OURS = /^\/platform\/(user|role|userGroup)\//

/** Whether the call of this path tells of users, roles or groups: a change of one shows in the others. */
export function tellsOfRights(path: unknown): boolean {
  return OURS.test(String(path))
}
