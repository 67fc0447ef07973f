import { z } from '@qd/contract-kit'
import { formatQuantity } from '@qd/web-base'
import { Form, FormActions, NumberField, useZodForm } from '@qd/web-forms'
import { openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { LOAD_MAX, LOAD_MIN } from '../../contract/index.ts'
import { redisText, useRedisTexts } from '../texts.ts'
import styles from './keys.module.css'
import { LOAD_WARNS_AT } from './load-settings.ts'

const schema = z.object({ load: z.int().check(z.gte(LOAD_MIN), z.lte(LOAD_MAX)) })

function LoadForm(props: { load: number; onSet: (load: number) => void; onClose: () => void }): ReactNode {
  const t = useRedisTexts()
  const { load, onSet, onClose } = props
  const bounds = { min: formatQuantity(LOAD_MIN), max: formatQuantity(LOAD_MAX) }
  const form = useZodForm({
    schema,
    initial: { load },
    send: async ({ load: next }) => next,
    onSent: (next) => {
      onClose()
      onSet(next)
    },
    issueText: () => t('keys.load.bounds', bounds),
  })
  const typed = form.values.load
  return (
    <Form form={form}>
      <NumberField name="load" label={t('keys.load.label')} help={t('keys.load.bounds', bounds)} isRequired />
      {typeof typed === 'number' && typed > LOAD_WARNS_AT ? (
        <p role="alert" className={styles.warn}>
          {t('keys.load.warning', { count: formatQuantity(typed), limit: formatQuantity(LOAD_WARNS_AT) })}
        </p>
      ) : null}
      <FormActions submitLabel={t('keys.set')} onCancel={onClose} />
    </Form>
  )
}

/** Asks how many keys one load takes. */
export function openLoadSettings(load: number, onSet: (load: number) => void): void {
  openDialog(({ close }) => <LoadForm load={load} onSet={onSet} onClose={close} />, {
    title: redisText('keys.load.open'),
    width: 420,
  })
}
