import { z } from '@qd/contract-kit'
import { textOf, useTimeZone, zoneName } from '@qd/web-base'
import { useNow } from '@qd/web-controls'
import { Form, FormActions, TimeField, useZodForm } from '@qd/web-forms'
import { openDialog } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { useAccessTexts } from '../texts.ts'

const MINUTE_MS = 60_000

interface EndProps {
  /** What would end, in words. */
  what: ReactNode
  until: number | undefined
  /** undefined: it has no end any more. */
  send: (until: number | undefined) => Promise<unknown>
}

const schema = z.object({ until: z.nullable(z.int()) })

function EndForm({ what, until, send, onClose }: EndProps & { onClose: () => void }): ReactNode {
  const t = useAccessTexts()
  const { minutesAt } = useTimeZone()
  const now = useNow(MINUTE_MS)
  const form = useZodForm({
    schema,
    initial: { until: until ?? null },
    send: (values) => send(values.until ?? undefined),
    onSent: onClose,
  })
  return (
    <Form form={form}>
      <p>{what}</p>
      <TimeField
        name="until"
        label={t('ends.at')}
        help={t('ends.hint', { zone: zoneName(minutesAt(form.values.until ?? now)) })}
      />
      <FormActions submitLabel={t('ends.save')} onCancel={onClose} />
    </Form>
  )
}

/** Asks when a grant or a membership is to end. */
export function openEndDialog(name: string, props: EndProps): void {
  openDialog(({ close }) => <EndForm {...props} onClose={close} />, {
    title: textOf('access', 'ends.title', { name }),
    width: 440,
    isDismissible: false,
  })
}
