import type { RouteReply } from '@qd/contract-kit'
import { CallError, goTo } from '@qd/web-base'
import { call, newConfirmation } from '@qd/web-calls'
import { toast } from '@qd/web-frame'
import { useState } from 'react'
import { ALL_POLICIES, fittingPolicy } from '@qd/player-edit'
import { bulkPlayers, bulkPreview, bulkStart } from '../contract/index.ts'
import { bulkText } from './texts.ts'
import { bulkSetOf, EMPTY_DRAFT, tryFirstOf, useBulkDraft } from './bulk-draft.ts'
import type { BulkPlace } from './use-bulk-place.ts'

export type SortedList = RouteReply<typeof bulkPlayers>
export type Preview = RouteReply<typeof bulkPreview>
export type BulkStep = 'list' | 'preview' | 'start'

interface Answered<T> {
  /** What it was asked about: an answer about something else says nothing. */
  about: string
  reply: T
}
interface Failure {
  /** List and set it was about. */
  about: string
  step: BulkStep
  message: string
  field: string
}

/** The calls of a bulk edit: read the list, preview, start; an answer counts as long as nothing it rests on changes. */
export function useBulk(place: BulkPlace) {
  const draft = useBulkDraft()
  const [sorted, setSorted] = useState<Answered<SortedList> | null>(null)
  const [preview, setPreview] = useState<Answered<Preview> | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState<BulkStep | null>(null)
  // Pressing again after a lost answer must not start a second job.
  const [sent, setSent] = useState({ about: '', key: '' })
  const set = bulkSetOf(draft)
  const options = { tag: 'bulk-edit:title', told: 'form', text: draft.text } as const
  const { query } = place
  const aboutList = `${place.key} ${draft.fileId} ${draft.text}`
  const list = {
    ...(draft.fileId === '' ? {} : { fileId: draft.fileId }),
    ...(place.also.length === 0 ? {} : { also: [...place.also] }),
  }
  const aboutPreview = `${aboutList} ${JSON.stringify(set)}`
  const validList = sorted?.about === aboutList ? sorted.reply : null
  const validPreview = preview?.about === aboutPreview ? preview.reply : null
  const policies = validPreview?.policies ?? validList?.policies ?? null

  async function attempt(step: BulkStep, work: () => Promise<void>): Promise<void> {
    setBusy(step)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.code !== 'aborted')
        setFailure({ about: aboutPreview, step, message: error.told, field: error.field ?? '' })
      if (error.code === 'bulk_preview_needed') setPreview(null)
    } finally {
      setBusy(null)
    }
  }

  const readList = () =>
    attempt('list', async () => {
      const reply = await call(bulkPlayers, { query, body: list }, options)
      setSorted({ about: aboutList, reply })
    })

  const look = () =>
    attempt('preview', async () => {
      const samples = draft.samples.split(/[\s,;]+/).filter((uId) => uId !== '')
      const body = { ...list, set, ...(samples.length === 0 ? {} : { samples }) }
      setPreview({ about: aboutPreview, reply: await call(bulkPreview, { query, body }, options) })
    })

  const start = ({ hash, players: count }: Preview) =>
    attempt('start', async () => {
      const current = useBulkDraft.getState()
      const { text, reason, name, policy: wanted } = current
      const tried = tryFirstOf(current, count)
      const policy = fittingPolicy(wanted, policies ?? ALL_POLICIES)
      const about = `${aboutPreview} ${policy} ${reason} ${name} ${JSON.stringify(tried)}`
      const key = sent.about === about ? sent.key : crypto.randomUUID()
      setSent({ about, key })
      const body = {
        ...list,
        set,
        hash,
        onlinePolicy: policy,
        ...tried,
        ...(name.trim() === '' ? {} : { name: name.trim() }),
        reason: reason.trim(),
        idempotencyKey: key,
      }
      const confirmation = newConfirmation({
        text: bulkText('confirm', { count, reason: body.reason }),
        action: bulkText('start', { count }),
      })
      const { jobId, players } = await call(bulkStart, { query, body }, { ...options, text, confirmation })
      useBulkDraft.setState(EMPTY_DRAFT)
      toast.success(bulkText('started', { count: players }))
      goTo(`/jobs/${encodeURIComponent(jobId)}`)
    })

  return {
    sorted: validList,
    preview: validPreview,
    /** How the list's servers can treat who is online; null before the list was read. */
    policies,
    failure: failure?.about === aboutPreview ? failure : null,
    busy,
    readList,
    look,
    start,
  }
}

export type Bulk = ReturnType<typeof useBulk>
