import { toast } from '@qd/web-frame'
import { useUrlFilter } from '@qd/web-tables'
import { useEffect, useRef } from 'react'
import { startOpening } from '../connections/connection-actions.ts'
import { useConnections } from '../connections/use-connections.ts'
import { redisText } from '../texts.ts'
import {
  activateDatabase,
  databaseId,
  databaseOf,
  showKey,
  useActiveDatabase,
  useWorkspace,
} from '../workspace/workspace.ts'
import type { OpenKey } from '../workspace/workspace.ts'
import { IN_ADDRESS, keyInAddress, keyOfAddress } from './key-address.ts'

/** The key in view, where it is one of the database in view. */
function useShownKey(activeId: string): OpenKey | null {
  const key = useWorkspace((workspace) => workspace.key)
  return key?.databaseId === activeId ? key : null
}

/** The address keeps which database and key are in view, so that a link, or a reload, opens them. */
export function useAddress(): void {
  const [{ connection, db, key, key64 }, setInAddress] = useUrlFilter(IN_ADDRESS)
  const { list } = useConnections()
  const active = useActiveDatabase()
  const activeId = active?.id ?? ''
  const shownKey = useShownKey(activeId)
  const { key: shownText, key64: shown64 } = keyInAddress(shownKey?.key)
  /** What stands in the address because of us, or was taken from it. */
  const known = useRef('')
  const written = useRef('')
  /** A key of a link whose database is still being opened. */
  const awaited = useRef<OpenKey | null>(null)
  useEffect(() => {
    const at = connection === '' ? '' : databaseId(connection, Number(db) || 0)
    const wanted = `${at} ${key} ${key64}`
    if (at === '' || wanted === known.current || list === undefined) return
    known.current = wanted
    const named = keyOfAddress({ key, key64 })
    const found = list.find(({ id }) => id === connection)
    if (databaseOf(at) !== undefined) {
      activateDatabase(at)
      if (named !== null) showKey({ databaseId: at, key: named })
      return
    }
    if (found !== undefined) {
      awaited.current = named === null ? null : { databaseId: at, key: named }
      return void startOpening(found, Number(db) || 0)
    }
    setInAddress(IN_ADDRESS)
    toast.warning(redisText('page.linkGone'))
  }, [connection, db, key, key64, list, setInAddress])
  useEffect(() => {
    const waiting = awaited.current
    if (waiting === null || waiting.databaseId !== activeId) return
    awaited.current = null
    showKey(waiting)
  }, [activeId])
  useEffect(() => {
    const now = `${activeId} ${shownText} ${shown64}`
    // While a link is being opened nothing has changed yet.
    if (now === written.current || (activeId === '' && written.current === '')) return
    written.current = now
    known.current = now
    const database = activeId === '' ? undefined : databaseOf(activeId)
    setInAddress({
      connection: database?.connection.id ?? '',
      db: database === undefined || database.db === 0 ? '' : String(database.db),
      key: shownText,
      key64: shown64,
    })
  }, [activeId, shownText, shown64, setInAddress])
}
