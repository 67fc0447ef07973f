import { Input } from 'antd'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { useKitText } from '@qd/web-base'
import styles from './confirmation.module.css'
import type { StepUpAsked } from './step-up.ts'
import type { StepUpState } from './use-step-up.ts'

function TypedProof({ state, isFirst }: { state: StepUpState; isFirst: boolean }): ReactNode {
  const t = useKitText()
  const id = useId()
  const isCode = state.way === 'code'
  return (
    <>
      <label htmlFor={id}>{t(isCode ? 'stepUp.code' : 'stepUp.password')}</label>
      <Input
        id={id}
        className={isCode ? 'qd-mono' : ''}
        type={isCode ? 'text' : 'password'}
        autoComplete={isCode ? 'one-time-code' : 'current-password'}
        autoCapitalize="off"
        spellCheck={false}
        data-first-focus={isFirst ? '' : undefined}
        value={state.typed}
        status={state.fault === null ? undefined : 'error'}
        aria-invalid={state.fault !== null}
        aria-describedby={`${id}-fault ${id}-hint`}
        onChange={({ target }) => state.setTyped(target.value)}
      />
      <p id={`${id}-fault`} className={styles.fault} role="alert">
        {state.fault}
      </p>
      {isCode ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {t('stepUp.codeHint')}
        </p>
      ) : null}
    </>
  )
}

/** Where the operator proves that it is them: a field for code or password, or what the second window is for. */
export function StepUpField(props: { asked: StepUpAsked; state: StepUpState; isFirst: boolean }): ReactNode {
  const t = useKitText()
  const { asked, state } = props
  if (state.way === null) {
    return (
      <p className={styles.fault} role="alert">
        {t('stepUp.noWay')}
      </p>
    )
  }
  if (state.way !== 'provider') return <TypedProof state={state} isFirst={props.isFirst} />
  return (
    <>
      <p className={styles.hint} role="status">
        {t(state.isBusy ? 'stepUp.waiting' : 'stepUp.providerHint', { label: asked.provider })}
      </p>
      <p className={styles.fault} role="alert">
        {state.fault}
      </p>
    </>
  )
}
