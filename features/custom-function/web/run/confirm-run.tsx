import { ConfirmButton, DialogActions, Tag, openDialog, useKitText } from '@qd/web-kit'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { FunctionEntry } from '../../contract/index.ts'
import type { RunDraft } from '../model/run-draft.ts'
import { functionText, useFunctionTexts } from '../texts.ts'
import { RISK_TONES } from './risk-tag.tsx'
import styles from './confirm-run.module.css'

interface ConfirmRun {
  entry: FunctionEntry
  draft: RunDraft
  /** The exact name of what is run on. */
  expected: string
  onConfirm: (typed: string) => void
}

function ConfirmForm({
  entry,
  draft,
  expected,
  onConfirm,
  onClose,
}: ConfirmRun & { onClose: () => void }): ReactNode {
  const t = useFunctionTexts()
  const kit = useKitText()
  const [typed, setTyped] = useState('')
  const isExact = typed.trim() === expected
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isExact) return
        onClose()
        onConfirm(typed.trim())
      }}
    >
      <p>
        {t('confirm.text', { title: entry.title, reason: draft.reason.trim() })}{' '}
        <Tag tone={RISK_TONES[entry.risk]}>{entry.risk}</Tag>
      </p>
      <label>
        {t('confirm.type')} <code className={styles.expected}>{expected}</code>
        <Input
          autoFocus
          className="qd-mono"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton htmlType="submit" disabled={!isExact}>
          {t('run.run')}
        </ConfirmButton>
      </DialogActions>
    </form>
  )
}

/** Asks for the exact name of the target before a risky run. */
export function openConfirmRun(props: ConfirmRun): void {
  openDialog(({ close }) => <ConfirmForm {...props} onClose={close} />, {
    title: functionText('confirm.title'),
    width: 460,
    danger: true,
  })
}
