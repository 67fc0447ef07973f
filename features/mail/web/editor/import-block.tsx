import { formatQuantity } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { FileButton, Slot } from '@qd/web-frame'
import { Button, Checkbox, Select } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import {
  MAIL_FILE_BYTES,
  MAIL_FILE_USE,
  mailColumns,
  mailImport,
  mailProblems,
} from '../../contract/index.ts'
import type { ColumnMap, RecipientSet } from '../../contract/index.ts'
import { atLine } from '../parts/line-ref.ts'
import type { LineRef } from '../parts/line-ref.ts'
import { saveMailFile } from '../parts/save-mail-file.ts'
import { useMailTexts } from '../texts.ts'
import styles from './mail-editor.module.css'
import type { MailDraftState } from './use-mail-draft.ts'

interface Sent {
  fileIds: string[]
  head: string[]
  columns: ColumnMap
}

function ImportResult({ line, id, set }: { line: LineRef; id: string; set: RecipientSet }): ReactNode {
  const t = useMailTexts()
  const { players, duplicates, problems, firstProblems, servers, files, vars } = set
  return (
    <div role="status">
      <p className={styles.hint}>{files.map(({ name }) => name).join(' · ')}</p>
      <p>
        <span className={styles.figure}>{formatQuantity(players)}</span> {t('import.will')}
      </p>
      <p>
        {t('import.left', { duplicates: formatQuantity(duplicates), problems: formatQuantity(problems) })}
      </p>
      <p className={styles.hint}>
        {servers.map(({ sId, players: each }) => `S${sId} ${formatQuantity(each)}`).join(' · ')}
      </p>
      <p className={styles.hint}>{vars.map((name) => `{${name}}`).join(' ')}</p>
      <ul className={styles.list}>
        {firstProblems.map(({ file, line: number, code, text }, index) => (
          <li key={index}>
            <span>{t('import.line', { file, line: String(number) })}</span>
            <bdi>{text === '' ? code : text}</bdi>
          </li>
        ))}
      </ul>
      {duplicates + problems === 0 ? null : (
        <Button
          size="small"
          onClick={() =>
            void saveMailFile(mailProblems, {
              line,
              id,
              name: `mail-problems-${id}.csv`,
            })
          }
        >
          {t('import.problems')}
        </Button>
      )}
    </div>
  )
}

function ColumnChoice({ sent, onChange }: { sent: Sent; onChange: (columns: ColumnMap) => void }): ReactNode {
  const t = useMailTexts()
  const { columns, head } = sent
  const options = head.map((name, value) => ({
    value,
    label: columns.hasHead && name !== '' ? name : t('import.column', { number: String(value + 1) }),
  }))
  const pick = (label: string, value: number | undefined, set: (next: number | undefined) => ColumnMap) => (
    <div className={styles.row} key={label}>
      <span className={styles.kind}>{label}</span>
      <Select
        className={styles.grow}
        aria-label={label}
        allowClear
        placeholder={t('import.skip')}
        value={value}
        options={options}
        onChange={(next: number | undefined) => onChange(set(next))}
      />
    </div>
  )
  const own = (key: 'uId' | 'roleId' | 'serverId' | 'attach', label: string) =>
    pick(label, columns[key], (next) => {
      const { [key]: _, ...rest } = columns
      return next === undefined ? rest : { ...rest, [key]: next }
    })
  return (
    <>
      {own('uId', 'uId')}
      {own('roleId', 'roleId')}
      {own('serverId', t('import.server'))}
      {own('attach', t('import.gift'))}
      {Object.entries(columns.vars ?? {}).map(([name, value]) =>
        pick(t('import.var', { name }), value, (next) => {
          const { [name]: _, ...rest } = columns.vars ?? {}
          return { ...columns, vars: next === undefined ? rest : { ...rest, [name]: next } }
        }),
      )}
      <Checkbox
        checked={columns.hasHead}
        onChange={({ target }) => onChange({ ...columns, hasHead: target.checked })}
      >
        {t('import.hasHead')}
      </Checkbox>
    </>
  )
}

/** Type 4: players from files; the large figure is who will receive it. */
export function ImportBlock(props: { line: LineRef; state: MailDraftState; isReadOnly: boolean }): ReactNode {
  const t = useMailTexts()
  const { line, state, isReadOnly } = props
  const { base } = state
  const [file, setFile] = useState<File | null>(null)
  const [sent, setSent] = useState<Sent | null>(null)
  const [isReading, setReading] = useState(false)
  const query = atLine(line)
  const learn = async (fileId: string) => {
    setFile(null)
    if (sent !== null) return setSent({ ...sent, fileIds: [...sent.fileIds, fileId] })
    const found = await call(
      mailColumns,
      { query, body: { fileId } },
      { tag: 'mail:import.file', told: 'toast' },
    )
    const head = Array.from({ length: found.columns }, (_, index) => found.rows[0]?.[index] ?? '')
    setSent({ fileIds: [fileId], head, columns: found.guess })
  }
  const read = async ({ fileIds, columns }: Sent) => {
    setReading(true)
    try {
      await call(
        mailImport,
        { query, body: { id: base.id, revision: base.revision, fileIds, columns } },
        { tag: 'mail:import.read', told: 'toast' },
      )
      setSent(null)
      await state.reload()
    } finally {
      setReading(false)
    }
  }
  const { recipients } = base
  return (
    <>
      {recipients === null ? null : <ImportResult line={line} id={base.id} set={recipients} />}
      {sent === null ? null : (
        <>
          <ColumnChoice sent={sent} onChange={(columns) => setSent({ ...sent, columns })} />
          <Button
            type="primary"
            loading={isReading}
            disabled={state.isChanged}
            onClick={() => void read(sent)}
          >
            {t('import.read')}
          </Button>
        </>
      )}
      {file === null ? null : (
        <Slot
          name="fileUpload"
          values={{
            file,
            use: MAIL_FILE_USE,
            onDone: (fileId: string) => void learn(fileId),
            onCancel: () => setFile(null),
          }}
        />
      )}
      {state.isChanged ? <p className={styles.hint}>{t('import.saveFirst')}</p> : null}
      {isReadOnly || state.isChanged ? null : (
        <FileButton
          size="small"
          label={t('import.file')}
          accept=".csv,.txt,.tsv,.xlsx,.gz"
          mostBytes={MAIL_FILE_BYTES}
          loading={file !== null}
          onFile={(next) => setFile(next)}
        />
      )}
    </>
  )
}
