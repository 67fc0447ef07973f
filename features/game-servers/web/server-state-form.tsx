import { z } from '@qd/contract-kit'
import type { RouteReply } from '@qd/contract-kit'
import type { serverCard } from '@qd/scope/contract'
import { formatQuantity, useKitText } from '@qd/web-base'
import { call } from '@qd/web-calls'
import { SegmentedControl } from '@qd/web-controls'
import { FieldFrame, Form, FormActions, TextAreaField, TimeField, useZodForm } from '@qd/web-forms'
import { toast } from '@qd/web-frame'
import type { ReactNode } from 'react'
import { SERVER_STATES, STATE_LIMITS, setServerState } from '../contract/index.ts'
import type { ServerStateName } from '../contract/index.ts'
import styles from './server-state-form.module.css'
import { useServerTexts } from './texts.ts'

const schema = z.object({
  state: z.enum(SERVER_STATES),
  from: z.nullable(z.number()),
  to: z.nullable(z.number()),
  message: z.string().check(z.maxLength(STATE_LIMITS.message)),
  allow: z.string().check(z.refine((text) => namesIn(text).length <= STATE_LIMITS.allow)),
})

/** A name a line. */
function namesIn(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}

interface ServerStateFormProps {
  server: RouteReply<typeof serverCard>['server']
  onChanged: () => void
  onClose: () => void
}

function StateField(): ReactNode {
  const t = useServerTexts()
  const kit = useKitText()
  return (
    <FieldFrame name="state" label={t('state')}>
      {(field) => (
        <>
          <SegmentedControl<ServerStateName>
            isBlock
            label={t('state')}
            value={field.value as ServerStateName}
            segments={SERVER_STATES.map((value) => ({ value, label: kit(`serverState.${value}`) }))}
            onChange={(value) => field.set(value)}
          />
          <p className={styles.meaning}>{t(`help.${field.value as ServerStateName}`)}</p>
        </>
      )}
    </FieldFrame>
  )
}

/** How the server shall take players, from when to when, what they read, and who gets in all the same. */
export function ServerStateForm({ server, onChanged, onClose }: ServerStateFormProps): ReactNode {
  const t = useServerTexts()
  const kit = useKitText()
  const { sId, lineId } = server
  const form = useZodForm({
    schema,
    initial: { state: 'maintenance' as ServerStateName, from: null, to: null, message: '', allow: '' },
    send: ({ state, from, to, message, allow }) =>
      call(
        setServerState,
        {
          body: {
            sId,
            lineId,
            state,
            ...(from === null ? {} : { from }),
            ...(to === null ? {} : { to }),
            message,
            allow: namesIn(allow),
          },
        },
        { tag: 'game-servers:button', told: 'form' },
      ),
    onSent({ state, online }) {
      onClose()
      toast.success(t('done', { state: kit(`serverState.${state}`), online: formatQuantity(online) }))
      onChanged()
    },
  })
  const isClosed = form.values.state === 'drain' || form.values.state === 'maintenance'
  return (
    <Form form={form}>
      <StateField />
      <div className={styles.times}>
        <TimeField name="from" label={t('from')} help={t('fromHelp')} />
        <TimeField name="to" label={t('to')} help={t('toHelp')} />
      </div>
      {form.values.state === 'open' ? null : <TextAreaField name="message" label={t('message')} rows={2} />}
      {isClosed ? (
        <TextAreaField name="allow" label={t('allow')} help={t('allowHelp')} rows={2} isMono />
      ) : null}
      <FormActions submitLabel={t('send')} onCancel={onClose} />
    </Form>
  )
}
