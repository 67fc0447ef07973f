import { recordList } from '@qd/simulator/contract'
import { selectedServer, useCall, useMay, useScope } from '@qd/web-calls'
import { useState } from 'react'

/** What bots play against: the selected server, or the game record that is named. */
export interface Game {
  sId: number
  lineId: string
  /** Empty: the server. */
  recordId: string
}

/** The selected server and the game records of its line, and which of them is chosen. */
export function useGames() {
  const { sId, lineId } = useScope()
  const serverName = useScope((state) => selectedServer(state)?.serviceName ?? '')
  const mayConnect = useMay(recordList)
  const [chosen, setChosen] = useState({ lineId, recordId: '' })
  const known = useCall(recordList, mayConnect && lineId !== '' ? { body: { lineId } } : null, {
    tag: 'bots:load.target',
    told: 'inline',
    staleTimeMs: 30_000,
  })
  const records = known.data?.list ?? []
  // A record of another line is not there; one that was deleted stays chosen, so that no server is played in its place.
  const wanted = chosen.lineId === lineId ? chosen.recordId : ''
  // Without a server the usual choice is a record.
  const recordId = wanted === '' && sId === 0 ? (records[0]?.recordId ?? '') : wanted
  const isThere = recordId === '' ? sId !== 0 : records.some((record) => record.recordId === recordId)
  return {
    game: { sId, lineId, recordId },
    isThere,
    /** Nothing can be played, and that is known. */
    isNone: sId === 0 && recordId === '' && (known.data !== undefined || !mayConnect),
    hasChoice: records.length > 0 || recordId !== '',
    options: [
      ...(sId === 0 ? [] : [{ value: '', label: `S${sId} ${serverName}`.trim() }]),
      ...records.map((record) => ({ value: record.recordId, label: record.name, code: record.url })),
    ],
    choose: (next: string) => setChosen({ lineId, recordId: next }),
    error: known.error,
    retry: () => void known.refetch(),
  }
}
