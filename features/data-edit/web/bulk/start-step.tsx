import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useEditTexts } from '../texts.ts'
import { useBulkDraft } from './bulk-draft.ts'
import styles from './bulk.module.css'
import { Step } from './step.tsx'
import type { BulkPlace } from './use-bulk-place.ts'
import type { Bulk } from './use-bulk.ts'

const MAX_REASON = 500

/** Step 4: why, in production the typed name, and off it goes. */
export function StartStep({ place, bulk }: { place: BulkPlace; bulk: Bulk }): ReactNode {
  const t = useEditTexts()
  const { reason, patch } = useBulkDraft()
  const [typed, setTyped] = useState('')
  const { preview, expected } = bulk
  const isConfirmed = expected === null || typed.trim() === expected
  const canStart = preview !== null && reason.trim() !== '' && isConfirmed
  return (
    <Step
      number={4}
      title={t('bulk.step.start')}
      failure={bulk.failure?.step === 'start' ? bulk.failure.message : null}
    >
      <form
        className={styles.start}
        onSubmit={(event) => {
          event.preventDefault()
          if (canStart) void bulk.start(preview.hash, expected === null ? undefined : typed.trim())
        }}
      >
        <Input
          aria-label={t('commit.reason')}
          placeholder={t('commit.reasonHint')}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => patch({ reason: event.target.value })}
        />
        {expected === null ? null : (
          <p className={styles.confirm}>
            {t('confirm.type')} <code>{expected}</code>
            <Input
              autoFocus
              className="qd-mono"
              aria-label={t('confirm.input')}
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </p>
        )}
        <div className={styles.buttons}>
          <Button
            type="primary"
            htmlType="submit"
            danger={place.isProduction}
            disabled={!canStart}
            title={preview === null ? t('bulk.preview.needed') : undefined}
            loading={bulk.busy === 'start'}
          >
            {t('bulk.start', { count: preview?.players ?? 0 })}
          </Button>
        </div>
      </form>
    </Step>
  )
}
