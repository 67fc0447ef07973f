import { formatQuantity } from '@qd/web-base'
import type { ReactNode } from 'react'
import type { BotsError, CommandFigures } from '../../contract/index.ts'
import { useBotsTexts } from '../texts.ts'
import styles from './run.module.css'

/** Below this a difference says nothing. */
const LEAST_PERCENT = 5

/** By how much a time has changed against the earlier run. */
function Change({ now, before }: { now: number; before: number | undefined }): ReactNode {
  if (before === undefined || before === 0) return null
  const percent = Math.round((now / before - 1) * 100)
  const isSaid = Math.abs(percent) >= LEAST_PERCENT
  return (
    <small
      {...(isSaid ? { 'data-worse': percent > 0 } : {})}
    >{`${percent > 0 ? '+' : ''}${percent} %`}</small>
  )
}

const PSEUDO: Readonly<Record<number, 'connect' | 'pass' | 'all'>> = {
  [-1]: 'connect',
  [-2]: 'pass',
  [-3]: 'all',
}

/** Times of each command, beside those of an earlier run. */
export function CommandTable(props: {
  commands: readonly CommandFigures[]
  before?: readonly CommandFigures[] | undefined
}): ReactNode {
  const t = useBotsTexts()
  const nameOf = ({ cmd, name }: CommandFigures) =>
    Object.hasOwn(PSEUDO, cmd) ? t(`run.${PSEUDO[cmd]!}`) : `${cmd} ${name}`
  const earlier = (cmd: number) => props.before?.find((each) => each.cmd === cmd)
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>{t('run.commands')}</caption>
        <thead>
          <tr>
            <th data-text>{t('run.command')}</th>
            <th>{t('run.count')}</th>
            <th>{t('run.perSecond')}</th>
            <th>p50</th>
            <th>p95</th>
            <th>p99</th>
            <th>{t('run.max')}</th>
            <th>{t('run.errors')}</th>
          </tr>
        </thead>
        <tbody>
          {props.commands.map((each) => (
            <tr key={each.cmd} data-all={each.cmd === -3}>
              <td data-text>{nameOf(each)}</td>
              <td>{formatQuantity(each.count)}</td>
              <td>{formatQuantity(Math.round(each.perSecond))}</td>
              <td>
                {each.p50.toFixed(1)}
                <Change now={each.p50} before={earlier(each.cmd)?.p50} />
              </td>
              <td>
                {each.p95.toFixed(1)}
                <Change now={each.p95} before={earlier(each.cmd)?.p95} />
              </td>
              <td>
                {each.p99.toFixed(1)}
                <Change now={each.p99} before={earlier(each.cmd)?.p99} />
              </td>
              <td>{each.max.toFixed(1)}</td>
              <td>{formatQuantity(each.errors)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function ErrorTable({ errors }: { errors: readonly BotsError[] }): ReactNode {
  const t = useBotsTexts()
  if (errors.length === 0) return null
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>{t('run.failures')}</caption>
        <thead>
          <tr>
            <th data-text>{t('run.code')}</th>
            <th data-text>{t('run.step')}</th>
            <th>{t('run.count')}</th>
            <th data-text>{t('run.text')}</th>
          </tr>
        </thead>
        <tbody>
          {errors.slice(0, 50).map(({ code, step, count, text }) => (
            <tr key={`${code} ${step}`}>
              <td data-text className="qd-mono">
                {code}
              </td>
              <td data-text>{step}</td>
              <td>{formatQuantity(count)}</td>
              <td data-text>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
