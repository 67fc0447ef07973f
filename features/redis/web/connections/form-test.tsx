import { useSend } from '@qd/web-calls'
import type { CallError } from '@qd/web-base'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { testConnection } from '../../contract/index.ts'
import { useRedisTexts } from '../texts.ts'
import type { SaveBody, TypedDraft } from './connection-draft.ts'
import styles from './connection-form.module.css'
import { TestSteps } from './test-steps.tsx'
import type { Tested } from './test-steps.tsx'

interface Found {
  draft: TypedDraft
  set: (name: string, value: unknown) => void
}

/** What a test found that the form can take over: keys of SSH servers, master groups, that it is a cluster. */
function Findings({ tested, draft, set }: Found & { tested: Tested }): ReactNode {
  const t = useRedisTexts()
  const { config } = draft
  const keys = tested.hostKeys.flatMap((key, index) => {
    const pinned = config.ssh[index]?.hostKey
    return key === '' || pinned === undefined || pinned === key ? [] : [{ key, index, isNew: pinned === '' }]
  })
  const masters = config.mode === 'sentinel' ? tested.masters : []
  return (
    <>
      {keys.map(({ key, index, isNew }) => (
        <div key={index} className={styles.finding}>
          <span>{t('connections.test.hostKey', { number: index + 1 })}</span>
          <code>{key}</code>
          <Button size="small" danger={!isNew} onClick={() => set(`config.ssh.${index}.hostKey`, key)}>
            {t(isNew ? 'connections.test.pin' : 'connections.test.pinAnew')}
          </Button>
        </div>
      ))}
      {masters.length === 0 || masters.includes(config.sentinel?.master ?? '') ? null : (
        <div className={styles.finding}>
          <span>{t('connections.test.masters')}</span>
          {masters.map((master) => (
            <Button key={master} size="small" onClick={() => set('config.sentinel.master', master)}>
              {master}
            </Button>
          ))}
        </div>
      )}
      {tested.isClusterNode && config.mode === 'standalone' ? (
        <div className={styles.finding}>
          <span>{t('connections.clusterNode')}</span>
          <Button size="small" onClick={() => set('config.mode', 'cluster')}>
            {t('connections.test.useCluster')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

export interface FormTest {
  run: (body: Omit<SaveBody, 'revision'>) => void
  isRunning: boolean
  tested: Tested | undefined
  error: CallError | null
}

/** A test of what the form holds; a failed step is an answer, a refusal is an error of the form. */
export function useFormTest(onRefused: (error: CallError) => void): FormTest {
  const test = useSend(testConnection, {
    tag: 'redis:connections.test.title',
    told: 'form',
    keepsSession: true,
  })
  return {
    run: (body) => test.mutate({ body }, { onError: onRefused }),
    isRunning: test.isPending,
    tested: test.data,
    error: test.error,
  }
}

export function FormTestResult({ test, ...found }: Found & { test: FormTest }): ReactNode {
  if (test.error !== null) {
    return (
      <p role="alert" className={styles.fault}>
        {test.error.message}
      </p>
    )
  }
  if (test.tested === undefined) return null
  return (
    <div className={styles.testResult}>
      <TestSteps tested={test.tested} />
      <Findings tested={test.tested} {...found} />
    </div>
  )
}
