import { formatQuantity } from '@qd/web-base'
import type { LineRef } from '@qd/web-calls'
import { Button } from 'antd'
import type { ReactNode, Ref } from 'react'
import { mailProblems } from '../../contract/index.ts'
import type { RecipientSet } from '../../contract/index.ts'
import styles from '../editor/mail-editor.module.css'
import { saveMailFile } from '../parts/save-mail-file.ts'
import { quietly } from '../parts/quietly.ts'
import { useMailTexts } from '../texts.ts'
import type { MailTexts } from '../texts.ts'
import blockStyles from './import-block.module.css'

const CODES = [
  'wrong_id',
  'no_server',
  'repeated',
  'wrong_attach',
  'no_player',
  'which_server',
  'long_var',
  'unknown',
] as const

function problemText(t: MailTexts, code: string): string {
  const known = CODES.find((each) => each === code)
  return known === undefined ? code : t(`problem.${known}`)
}

/** Whom the games were asked for, as far as that is a warning or a part of the list. */
function LookedUp({ lookup }: Pick<RecipientSet, 'lookup'>): ReactNode {
  const t = useMailTexts()
  if (lookup === undefined) return null
  const { of, asked, unknown, unasked } = lookup
  const text = unasked === 0 ? 'import.lookedUp' : 'import.lookedUpInPart'
  const count = {
    of: formatQuantity(of),
    asked: formatQuantity(asked),
    unknown: formatQuantity(unknown),
    unasked: formatQuantity(unasked),
  }
  return <p data-tone={unknown + unasked === 0 ? undefined : 'warn'}>{t(text, count)}</p>
}

/** What an import came to; the large figure is who will receive the mail. */
export function ImportResult(props: {
  line: LineRef
  id: string
  set: RecipientSet
  ref: Ref<HTMLDivElement>
}): ReactNode {
  const t = useMailTexts()
  const { line, id, set, ref } = props
  const { players, duplicates, problems, firstProblems, servers, files, vars } = set
  // A mail to players whom the game does not know reaches nobody; of those it was not asked for nothing is known.
  const { unknown, asked, of } = set.lookup ?? { unknown: 0, asked: 0, of: 0 }
  const save = () => quietly(saveMailFile(mailProblems, { line, id, name: `mail-problems-${id}.csv` }))
  return (
    <div ref={ref} role="status" tabIndex={-1} className={blockStyles.result}>
      <ul className={blockStyles.read}>
        {files.map(({ name, rows }, index) => (
          <li key={index}>
            <bdi>{name}</bdi>
            <span>{t('import.rows', { rows: formatQuantity(rows) })}</span>
          </li>
        ))}
      </ul>
      <div className={blockStyles.outcome}>
        <p>
          <b>{formatQuantity(players - unknown)}</b>
          <span>{t(asked === of ? 'import.will' : 'import.willAtMost')}</span>
        </p>
        <div>
          <p>{servers.map(({ sId, players: each }) => `S${sId} ${formatQuantity(each)}`).join(' · ')}</p>
          <p data-tone={duplicates + problems === 0 ? undefined : 'warn'}>
            {t('import.left', { duplicates: formatQuantity(duplicates), problems: formatQuantity(problems) })}
          </p>
          <LookedUp lookup={set.lookup} />
          {vars.length === 0 ? null : (
            <p>
              {t('import.vars')} <code>{vars.map((name) => `{${name}}`).join(' ')}</code>
            </p>
          )}
          {set.hasOwnAttach ? <p>{t('import.ownGifts')}</p> : null}
        </div>
      </div>
      {firstProblems.length === 0 ? null : (
        <>
          <ul className={blockStyles.problems} tabIndex={0} aria-label={t('import.problemLines')}>
            {firstProblems.map(({ file, line: number, code, text }, index) => (
              <li key={index} data-tone={code === 'repeated' || code === 'unknown' ? 'warn' : 'err'}>
                <span>{t('import.line', { file, line: String(number) })}</span>
                <span>{problemText(t, code)}</span>
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
          <Button size="small" className={styles.start} onClick={save}>
            {t('import.problems')}
          </Button>
        </>
      )}
    </div>
  )
}
