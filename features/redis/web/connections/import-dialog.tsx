import type { RouteReply } from '@qd/contract-kit'
import { useKitText } from '@qd/web-base'
import { useSend } from '@qd/web-calls'
import { ConfirmButton, Picker, Tag } from '@qd/web-controls'
import { DialogActions, FileButton, openDialog, toast } from '@qd/web-frame'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { IMPORT_LIMITS, importConnections } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import styles from './exchange.module.css'
import type { KnownLine } from './use-connections.ts'

type Looked = RouteReply<typeof importConnections>

const TONES = { added: 'ok', exists: 'neutral', refused: 'error' } as const

/** What a file would add, one by one; nothing has happened yet. */
function Rows({ rows }: { rows: Looked['rows'] }): ReactNode {
  const t = useRedisTexts()
  return (
    <ul className={styles.rows} aria-label={t('connections.exchange.found')}>
      {rows.map(({ line, name, address, state, note }) => (
        <li key={line} className={styles.row}>
          <span className={styles.name}>{name}</span>
          <code className={styles.address}>{address}</code>
          <Tag tone={TONES[state]}>{t(`connections.exchange.state.${state}`)}</Tag>
          {/* Its tag says all of one that is there. */}
          {note === '' || state === 'exists' ? null : <span className={styles.note}>{note}</span>}
        </li>
      ))}
    </ul>
  )
}

interface Props {
  lines: readonly KnownLine[]
  lineId: string
  refresh: () => Promise<void>
}

interface Given {
  lineId: string
  fileName: string
  text: string
  passphrase: string
}

function Import({ lines, lineId, refresh, onClose }: Props & { onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const kit = useKitText()
  const id = useId()
  const [given, setGiven] = useState<Given>({ lineId, fileName: '', text: '', passphrase: '' })
  const look = useSend(importConnections, { tag: 'redis:connections.exchange.import', told: 'form' })
  const { fileName, passphrase } = given
  const ask = (next: Given, apply: boolean): void => {
    const { lineId: to, text } = next
    const body = {
      lineId: to,
      text,
      apply,
      ...(next.passphrase === '' ? {} : { passphrase: next.passphrase }),
    }
    const onSuccess = ({ counts }: Looked): void => {
      if (!apply) return
      toast.success(t('connections.exchange.imported', { number: counts.added }))
      void refresh()
      onClose()
    }
    look.mutate({ body }, { onSuccess })
  }
  /** Whatever changes what is looked at is looked at again. */
  const change = (part: Partial<Given>): void => {
    const next = { ...given, ...part }
    setGiven(next)
    if (next.text !== '') ask(next, false)
  }
  const found = look.data
  const added = found?.counts.added ?? 0
  return (
    <div className={styles.form}>
      <p className={styles.hint}>{t('connections.exchange.importHint')}</p>
      <Picker
        isBlock
        label={t('connections.form.line')}
        value={given.lineId}
        options={lines.map((line) => ({ value: line.lineId, label: line.name }))}
        onChange={(to) => change({ lineId: to })}
      />
      <div className={styles.file}>
        <FileButton
          label={t('connections.key.choose')}
          accept=".json,.ano,.txt"
          mostBytes={IMPORT_LIMITS.chars}
          isFirst
          onFile={async (file) => change({ fileName: file.name, text: await file.text() })}
        />
        <span>{fileName}</span>
      </div>
      <label className={styles.label} htmlFor={id}>
        {t('connections.exchange.passphraseOfFile')}
      </label>
      <Input.Password
        id={id}
        autoComplete="new-password"
        value={passphrase}
        onChange={({ target }) => setGiven({ ...given, passphrase: target.value })}
        onBlur={() => (passphrase === '' ? undefined : change({}))}
      />
      {look.error === null ? null : (
        <p role="alert" className={styles.fault}>
          {look.error.message}
        </p>
      )}
      {found === undefined || look.isError ? null : <Rows rows={found.rows} />}
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton
          disabled={added === 0 || look.isError}
          loading={look.isPending}
          onClick={() => ask(given, true)}
        >
          {t('connections.exchange.apply', { number: added })}
        </ConfirmButton>
      </DialogActions>
    </div>
  )
}

/** Adds connections of a file to a line, after showing what each would become; nothing there is changed. */
export function openImportDialog(props: Props): void {
  openDialog(({ close }) => <Import {...props} onClose={close} />, {
    title: redisText('connections.exchange.import'),
    width: 560,
    isDismissible: false,
  })
}
