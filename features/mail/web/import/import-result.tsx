import { formatQuantity } from '@qd/web-base'
import type { LineRef } from '@qd/web-calls'
import { Button } from 'antd'
import type { ReactNode } from 'react'
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
] as const

function problemText(t: MailTexts, code: string): string {
  const known = CODES.find((each) => each === code)
  return known === undefined ? code : t(`problem.${known}`)
}

/** What an import came to; the large figure is who will receive the mail. */
export function ImportResult(props: { line: LineRef; id: string; set: RecipientSet }): ReactNode {
  const t = useMailTexts()
  const { line, id, set } = props
  const { players, duplicates, problems, firstProblems, servers, files, vars } = set
  const save = () => quietly(saveMailFile(mailProblems, { line, id, name: `mail-problems-${id}.csv` }))
  return (
    <div role="status" className={blockStyles.block}>
      <p className={styles.hint}>
        {files.map(({ name, rows }) => `${name} (${formatQuantity(rows)})`).join(' · ')}
      </p>
      <p className={styles.hint}>
        <span className={styles.figure}>{formatQuantity(players)}</span> {t('import.will')}
      </p>
      <p className={styles.hint}>
        {t('import.left', { duplicates: formatQuantity(duplicates), problems: formatQuantity(problems) })}
      </p>
      <p className={styles.hint}>
        {servers.map(({ sId, players: each }) => `S${sId} ${formatQuantity(each)}`).join(' · ')}
      </p>
      {vars.length === 0 ? null : <p className={styles.hint}>{vars.map((name) => `{${name}}`).join(' ')}</p>}
      {set.hasOwnAttach ? <p className={styles.hint}>{t('import.ownGifts')}</p> : null}
      <ul className={blockStyles.problems}>
        {firstProblems.map(({ file, line: number, code, text }, index) => (
          <li key={index}>
            <span>{t('import.line', { file, line: String(number) })}</span>
            <span>{problemText(t, code)}</span>
            <bdi>{text}</bdi>
          </li>
        ))}
      </ul>
      {duplicates + problems === 0 ? null : (
        <Button size="small" className={styles.start} onClick={save}>
          {t('import.problems')}
        </Button>
      )}
    </div>
  )
}
