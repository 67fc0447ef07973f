import { z } from '@qd/contract-kit'
import { textByKey, useKitText, useTexts } from '@qd/web-base'
import { toast } from '@qd/web-frame'
import { Button } from 'antd'
import { Check, CircleAlert, LoaderCircle, Minus, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { TEST_STEPS } from '../../contract/index.ts'
import type { TestStep } from '../../contract/index.ts'
import { serverSchema } from '../servers/server-values.ts'
import type { ServerInput } from '../servers/server-values.ts'
import styles from './test-results.module.css'
import type { ServerTest, TestReply } from './use-server-test.ts'

/** Tries the values of the form as they stand, saved or not. */
export function TestButton({ test, values }: { test: ServerTest; values: ServerInput }): ReactNode {
  const t = useTexts('catalogue')
  const kit = useKitText()
  if (test.isRunning) return <Button onClick={test.cancel}>{kit('cancel')}</Button>
  const run = () => {
    const parsed = z.safeParse(serverSchema, values)
    if (parsed.success) test.run(parsed.data)
    else toast.warning(t('test.incomplete'))
  }
  return <Button onClick={run}>{t('test.run')}</Button>
}

const ICONS = {
  ok: <Check size={14} aria-hidden />,
  warning: <TriangleAlert size={14} aria-hidden />,
  failed: <X size={14} aria-hidden />,
  skipped: <Minus size={14} aria-hidden />,
} as const

/** The words for a step's code, by its own fault code first; empty when all is said. */
function wordsOf({ code, params }: TestStep): string {
  if (code === '') return ''
  const fault = textByKey('catalogue', `test.fault.${String(params['fault'] ?? '').toLowerCase()}`)
  const named = { ...params, fault: fault === '' ? String(params['fault'] ?? '') : fault }
  return textByKey('catalogue', `test.code.${code}`, named)
}

/** What the server itself said, as text; null when it said nothing. */
function useOwnWords({ params }: TestStep): string | null {
  const t = useTexts('catalogue')
  const words = String(params['words'] ?? '')
  const field = String(params['field'] ?? '')
  if (params['words'] === undefined) return null
  return field === '' ? t('test.words', { words }) : t('test.wordsField', { field, words })
}

function StepRow({ step }: { step: TestStep }): ReactNode {
  const t = useTexts('catalogue')
  const ownWords = useOwnWords(step)
  return (
    <li className={styles.step} data-state={step.state}>
      <span className={styles.icon}>{ICONS[step.state]}</span>
      <span className={styles.name}>
        {t(`test.step.${step.step}`)}
        <span className="qd-visually-hidden">{` ${t(`test.state.${step.state}`)}`}</span>
      </span>
      <span className={styles.ms}>{step.ms === null ? '' : `${step.ms} ms`}</span>
      <span className={styles.words}>{wordsOf(step)}</span>
      {ownWords === null ? null : <q className={styles.own}>{ownWords}</q>}
    </li>
  )
}

/** What has happened so far, what happens now, and what is still to come. */
function Running({ soFar }: { soFar: readonly TestStep[] }): ReactNode {
  const t = useTexts('catalogue')
  const done = new Map(soFar.map((step) => [step.step, step]))
  const current = TEST_STEPS.find((name) => !done.has(name))
  return (
    <section className={styles.results} aria-label={t('test.title')}>
      <h3 className={styles.head} data-running role="status">
        {t('test.running')}
      </h3>
      <ol className={styles.steps}>
        {TEST_STEPS.map((name) => {
          const step = done.get(name)
          if (step !== undefined) return <StepRow key={name} step={step} />
          return (
            <li
              key={name}
              className={styles.step}
              data-state="skipped"
              aria-current={name === current ? 'step' : undefined}
            >
              <span className={styles.icon}>
                {name === current ? <LoaderCircle size={14} aria-hidden className={styles.turning} /> : null}
              </span>
              <span className={styles.name}>{t(`test.step.${name}`)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The test stands below a long form: it comes into view when it begins, and when there is something to read. */
function useInView(test: ServerTest): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement | null>(null)
  const { isRunning, reply, failure } = test
  useEffect(() => {
    if (isRunning || reply !== null || failure !== null) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isRunning, reply, failure])
  return place
}

function Found({ reply }: { reply: TestReply }): ReactNode {
  const t = useTexts('catalogue')
  return (
    <section className={styles.results} aria-label={t('test.title')}>
      <h3 className={styles.head} data-fine={reply.isFine} role="status">
        {t(reply.isFine ? 'test.fine' : 'test.notFine')}
      </h3>
      <ol className={styles.steps}>
        {reply.steps.map((step) => (
          <StepRow key={step.step} step={step} />
        ))}
      </ol>
    </section>
  )
}

/** What the test does, then what it found, step by step. */
export function TestResults({ test }: { test: ServerTest }): ReactNode {
  const place = useInView(test)
  const { reply, failure, isRunning } = test
  return (
    <div ref={place} className={styles.place}>
      {isRunning ? <Running soFar={test.soFar} /> : null}
      {isRunning || failure === null ? null : (
        <p className={styles.failure} role="alert">
          <CircleAlert size={14} aria-hidden /> {failure.message}
        </p>
      )}
      {isRunning || reply === null ? null : <Found reply={reply} />}
    </div>
  )
}
