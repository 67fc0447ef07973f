import { OPEN_STATES } from '@qd/jobs/contract'
import { recordList } from '@qd/simulator/contract'
import type { ConnectionTarget } from '@qd/simulator/contract'
import { selectedPlace, useCall, useMay, useScope } from '@qd/web-calls'
import { useState } from 'react'
import { botsRuns } from '../../contract/index.ts'
import type { BotsRun } from '../../contract/index.ts'

/** How often it is asked whether a run has begun. */
const LOOK_EVERY_MS = 10_000

/** What a page is about: a server, or a game record of the line; null: nothing that bots play against. */
interface Game {
  lineId: string
  sId: number
  recordId: string
}

function gameOf(target: ConnectionTarget | null, chosenLine: string): Game | null {
  if (target === null || target.kind === 'capture') return null
  if (target.kind === 'server') return { lineId: target.lineId ?? chosenLine, sId: target.sId, recordId: '' }
  const { lineId, recordId = '' } = target
  return recordId === '' ? null : { lineId, sId: 0, recordId }
}

/** Records of the line by id; not asked where a server is played. */
function useRecordName({ lineId, recordId }: Game, isAsked: boolean): string {
  const mayConnect = useMay(recordList)
  const known = useCall(recordList, isAsked && mayConnect && recordId !== '' ? { body: { lineId } } : null, {
    tag: 'bots:load.target',
    told: 'inline',
    staleTimeMs: 30_000,
  })
  return known.data?.list.find((record) => record.recordId === recordId)?.name ?? ''
}

const NOWHERE: Game = { lineId: '', sId: 0, recordId: '' }
const isOpen = ({ ended, state }: BotsRun) => ended === null && OPEN_STATES.some((open) => open === state)

/**
 * The run to show for what a page is about: the newest that goes on, and once it has ended the same until it is
 * dismissed or another one goes on. Nothing is asked for whoever may not run bots there.
 */
export function useStripRuns(target: ConnectionTarget | null) {
  const chosen = selectedPlace(useScope())
  const game = gameOf(target, chosen.lineId ?? '')
  const { lineId, sId, recordId } = game ?? NOWHERE
  const place = { ...chosen, sId: sId === 0 ? undefined : sId }
  // A connection may be of another line than the one chosen, whose rights nobody here knows.
  const mayWatch = useMay(botsRuns, place) && game !== null && lineId === chosen.lineId
  const record = useRecordName({ lineId, sId, recordId }, mayWatch)
  const query = sId === 0 ? { lineId } : { sId, lineId }
  const runs = useCall(botsRuns, mayWatch ? { query, body: {} } : null, {
    tag: 'bots:runs.title',
    told: 'inline',
    refetchIntervalMs: LOOK_EVERY_MS,
  })
  const [shownId, setShown] = useState('')
  const [dismissedId, setDismissed] = useState('')
  const list = mayWatch ? (runs.data?.list ?? []) : []
  const here = list.filter((run) =>
    recordId === '' ? run.sId === sId : record !== '' && run.record === record,
  )
  const open = here.filter((run) => isOpen(run) && run.jobId !== dismissedId)
  const jobId = open.some((run) => run.jobId === shownId) ? shownId : (open[0]?.jobId ?? shownId)
  if (jobId !== shownId) setShown(jobId)
  return {
    run: here.find((run) => run.jobId === jobId) ?? null,
    /** Others that go on there. */
    others: open.filter((run) => run.jobId !== jobId).length,
    failure: mayWatch ? runs.error : null,
    refetch: () => void runs.refetch(),
    dismiss: () => {
      setDismissed(jobId)
      setShown('')
    },
  }
}
