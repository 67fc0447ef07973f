import { FILE_LIMIT_BYTES } from '@qd/contract-kit'
import { call } from '@qd/web-calls'
import type { LineRef } from '@qd/web-calls'
import { useState } from 'react'
import { mailColumns, mailImport, mailUpload } from '../../contract/index.ts'
import type { MailDraftState } from '../editor/use-mail-draft.ts'
import { atLine } from '../parts/line-ref.ts'
import { refreshMails } from '../parts/refresh-mails.ts'
import { chosenOf, mapOf } from './chosen-columns.ts'
import type { ChosenColumns } from './chosen-columns.ts'

export interface SentFile {
  fileId: string
  name: string
}

interface Table {
  rows: readonly (readonly string[])[]
  head: readonly string[]
  columns: ChosenColumns
}

/** Files on their way into the recipients of a draft. */
export function useImport(line: LineRef, { base, reload }: MailDraftState) {
  const [waiting, setWaiting] = useState<readonly File[]>([])
  const [sent, setSent] = useState<readonly SentFile[]>([])
  const [table, setTable] = useState<Table | null>(null)
  /** Columns are chosen, so that files go to the console first. */
  const [isSending, setSending] = useState(false)
  const [isReading, setReading] = useState(false)
  const query = atLine(line)
  const [next] = waiting
  const isAlone = waiting.length === 1 && sent.length === 0 && !isSending
  /** One file that fits a form: it may be read at once by the names of its columns. */
  const form = isAlone && next !== undefined && next.size <= FILE_LIMIT_BYTES ? next : null
  const forget = () => {
    setWaiting([])
    setSent([])
    setTable(null)
    setSending(false)
  }
  const take = async (read: () => Promise<unknown>) => {
    setReading(true)
    try {
      await read()
      forget()
      await reload()
      refreshMails()
    } finally {
      setReading(false)
    }
  }
  return {
    form,
    /** The file that is sent in parts now. */
    upload: form === null ? (next ?? null) : null,
    sent,
    table,
    isReading,
    count: waiting.length + sent.length,
    add: (file: File) => setWaiting((before) => [...before, file]),
    chooseColumns: () => setSending(true),
    forget,
    skip: () => {
      setWaiting((before) => before.slice(1))
      setSending(sent.length > 0)
    },
    drop: (fileId: string) => {
      const rest = sent.filter((each) => each.fileId !== fileId)
      setSent(rest)
      if (rest.length > 0) return
      setTable(null)
      setSending(false)
    },
    setColumns: (columns: ChosenColumns) => setTable((before) => before && { ...before, columns }),
    /** A file has arrived; the first one tells the columns. */
    arrived: async (fileId: string, name: string) => {
      setSending(true)
      setWaiting((before) => before.slice(1))
      setSent((before) => [...before, { fileId, name }])
      if (table !== null) return
      const found = await call(
        mailColumns,
        { query, body: { fileId } },
        { tag: 'mail:import.file', told: 'toast' },
      )
      const head = Array.from({ length: found.columns }, (_column, index) => found.rows[0]?.[index] ?? '')
      setTable((before) => before ?? { rows: found.rows, head, columns: chosenOf(found.guess) })
    },
    readForm: (file: File) =>
      take(() =>
        call(
          mailUpload,
          { query: { ...query, id: base.id, revision: base.revision, name: file.name } },
          { tag: 'mail:import.read', told: 'toast', text: file },
        ),
      ),
    readFiles: (columns: ChosenColumns) =>
      take(() =>
        call(
          mailImport,
          {
            query,
            body: {
              id: base.id,
              revision: base.revision,
              fileIds: sent.map(({ fileId }) => fileId),
              columns: mapOf(columns),
            },
          },
          { tag: 'mail:import.read', told: 'toast' },
        ),
      ),
  }
}
