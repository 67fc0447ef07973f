import { CopyButton } from '@qd/web-frame'
import type { ReactNode } from 'react'
import type { StepResult } from '../../contract/index.ts'
import { useFunctionTexts } from '../texts.ts'
import { ResultTable } from './result-table.tsx'
import styles from './result.module.css'

function Json({ value }: { value: unknown }): ReactNode {
  const t = useFunctionTexts()
  const text = JSON.stringify(value, null, 2) ?? 'null'
  return (
    <div className={styles.json}>
      <pre tabIndex={0} aria-label={t('result.json')}>
        {text}
      </pre>
      <span className={styles.copy}>
        <CopyButton text={text} label={t('result.copyJson')} />
      </span>
    </div>
  )
}

/** What one step answered: text, a table, JSON, in this order. */
export function ResultBody(props: {
  name: string
  title: string
  result: Pick<StepResult, 'text' | 'table' | 'json'>
}): ReactNode {
  const { text, table, json } = props.result
  return (
    <>
      {text === undefined || text === '' ? null : <p className={styles.text}>{text}</p>}
      {table === undefined ? null : <ResultTable name={props.name} title={props.title} table={table} />}
      {json === undefined || json === null ? null : <Json value={json} />}
    </>
  )
}
