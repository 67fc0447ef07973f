import type { AnyRoute, RouteArgs, RouteReply } from '@qd/contract-kit'
import {
  ConfirmButton,
  DialogActions,
  call,
  isCallError,
  openDialog,
  textOf,
  useKitText,
  useTexts,
} from '@qd/web-kit'
import type { CallError, CallOptions } from '@qd/web-kit'
import { Button, Input } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'

interface Confirmation {
  reason: string
  confirm: string
}

interface QuestionProps {
  expected: string
  message: string
  onConfirm: (given: Confirmation) => void
  onClose: () => void
}

function Question({ expected, message, onConfirm, onClose }: QuestionProps): ReactNode {
  const t = useTexts('scope')
  const kit = useKitText()
  const [reason, setReason] = useState('')
  const [confirm, setConfirm] = useState('')
  const isReady = reason.trim() !== '' && confirm === expected
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onConfirm({ reason: reason.trim(), confirm })
      }}
    >
      <p>{message}</p>
      <p style={{ margin: '12px 0 4px' }}>{t('catalogue.confirm.reason')}</p>
      <Input
        aria-label={t('catalogue.confirm.reason')}
        data-first-focus=""
        maxLength={500}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <p style={{ margin: '12px 0 4px' }}>
        {t('catalogue.confirm.type')} <code style={{ fontWeight: 600, userSelect: 'none' }}>{expected}</code>
      </p>
      <Input
        aria-label={t('catalogue.confirm.type')}
        autoComplete="off"
        value={confirm}
        onChange={({ target }) => setConfirm(target.value)}
      />
      <DialogActions>
        <Button onClick={onClose}>{kit('cancel')}</Button>
        <ConfirmButton htmlType="submit" disabled={!isReady}>
          {t('catalogue.confirm.go')}
        </ConfirmButton>
      </DialogActions>
    </form>
  )
}

function expectedOf(error: CallError): string {
  const { expected } = (error.details ?? {}) as { expected?: unknown }
  return typeof expected === 'string' ? expected : ''
}

/** Asks for a reason and the typed name; null when the operator thinks better of it. */
function askConfirmation(refusal: CallError): Promise<Confirmation | null> {
  const { promise, resolve } = Promise.withResolvers<Confirmation | null>()
  openDialog(
    ({ close }) => (
      <Question
        expected={expectedOf(refusal)}
        message={textOf('scope', 'catalogue.confirm.text')}
        onClose={close}
        onConfirm={(given) => {
          resolve(given)
          close()
        }}
      />
    ),
    {
      title: textOf('scope', 'catalogue.confirm.title'),
      danger: true,
      isDismissible: false,
      onClose: () => resolve(null),
    },
  )
  return promise
}

/** Sends a call; where the server wants a reason and a typed name first, asks for them and sends again. */
export async function sendConfirmed<R extends AnyRoute>(
  route: R,
  args: RouteArgs<R> & { body: object },
  options: Pick<CallOptions, 'text'> = {},
): Promise<RouteReply<R>> {
  try {
    return await call(route, args, { ...options, tag: 'scope:catalogue.title', told: 'form' })
  } catch (error) {
    if (!isCallError(error) || error.code !== 'confirm_required') throw error
    const given = await askConfirmation(error)
    if (given === null) throw error
    return await call(
      route,
      { ...args, body: { ...args.body, ...given } },
      { ...options, tag: 'scope:catalogue.title', told: 'form' },
    )
  }
}
