import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** As if the ten seconds were over that others wait for a node that has died. */
export function expireLeases(folder: string): void {
  const database = new DatabaseSync(join(folder, 'quarterdeck.db'))
  database.exec("update lease set expires_at = 0 where name like 'job:%'")
  database.close()
}
