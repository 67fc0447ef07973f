import { Button, Input } from 'antd'
import type { ReactNode } from 'react'
import { BULK_NAME_MAX } from '../contract/index.ts'
import { useBulkTexts } from './texts.ts'
import { useBulkDraft } from './bulk-draft.ts'
import styles from './bulk.module.css'
import { Step } from './step.tsx'
import { TryFirst } from './try-first.tsx'
import type { BulkPlace } from './use-bulk-place.ts'
import type { Bulk } from './use-bulk.ts'

const MAX_REASON = 500

/** Step 4: why, and off it goes. */
export function StartStep({ place, bulk }: { place: BulkPlace; bulk: Bulk }): ReactNode {
  const t = useBulkTexts()
  const { reason, name, patch } = useBulkDraft()
  const { preview } = bulk
  const canStart = preview !== null && reason.trim() !== ''
  return (
    <Step
      number={4}
      title={t('step.start')}
      failure={bulk.failure?.step === 'start' ? bulk.failure.message : null}
    >
      <form
        className={styles.start}
        onSubmit={(event) => {
          event.preventDefault()
          if (canStart) void bulk.start(preview)
        }}
      >
        <Input
          aria-label={t('reason')}
          placeholder={t('reasonHint')}
          maxLength={MAX_REASON}
          value={reason}
          onChange={(event) => patch({ reason: event.target.value })}
        />
        <Input
          aria-label={t('name')}
          placeholder={t('nameHint')}
          maxLength={BULK_NAME_MAX}
          value={name}
          onChange={(event) => patch({ name: event.target.value })}
        />
        <TryFirst />
        <div className={styles.buttons}>
          <Button
            type="primary"
            htmlType="submit"
            danger={place.isProduction}
            disabled={!canStart}
            title={preview === null ? t('preview.needed') : undefined}
            loading={bulk.busy === 'start'}
          >
            {t('start', { count: preview?.players ?? 0 })}
          </Button>
        </div>
      </form>
    </Step>
  )
}
