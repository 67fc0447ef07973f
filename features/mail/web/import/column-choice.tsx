import { IconButton } from '@qd/web-controls'
import { Button, Checkbox, Input, Select } from 'antd'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from '../editor/mail-editor.module.css'
import { useMailTexts } from '../texts.ts'
import { columnFault, isVarName, nextVar } from './chosen-columns.ts'
import type { ChosenColumns } from './chosen-columns.ts'
import blockStyles from './import-block.module.css'

interface ChoiceProps {
  /** The first rows of the first file. */
  rows: readonly (readonly string[])[]
  /** Cells of the first row, one for each column. */
  head: readonly string[]
  columns: ChosenColumns
  onChange: (columns: ChosenColumns) => void
}

function FirstRows({ rows, head, columns }: Omit<ChoiceProps, 'onChange'>): ReactNode {
  const t = useMailTexts()
  return (
    <div className={blockStyles.rows}>
      <table aria-label={t('import.firstRows')}>
        <thead>
          <tr>
            {head.map((name, index) => (
              <th key={index} scope="col">
                {columns.hasHead && name !== '' ? name : t('import.column', { number: String(index + 1) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(columns.hasHead ? rows.slice(1) : rows).map((cells, index) => (
            <tr key={index}>
              {head.map((_name, column) => (
                <td key={column}>{cells[column] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function VarRows({
  columns,
  head,
  options,
  onChange,
}: Omit<ChoiceProps, 'rows'> & { options: { value: number; label: string }[] }): ReactNode {
  const t = useMailTexts()
  const { vars } = columns
  const next = nextVar(columns, head)
  return (
    <>
      {vars.length === 0 ? null : <p className={styles.hint}>{t('import.vars')}</p>}
      {vars.map(({ name, column }, index) => {
        const put = (part: { name?: string; column?: number }) =>
          onChange({ ...columns, vars: vars.with(index, { name, column, ...part }) })
        const number = String(index + 1)
        return (
          <div className={styles.row} key={index}>
            <Input
              className={styles.kind}
              aria-label={t('import.varName', { number })}
              placeholder={t('import.varHint')}
              maxLength={64}
              status={isVarName(columns, name) ? '' : 'error'}
              value={name}
              onChange={({ target }) => put({ name: target.value.trim() })}
            />
            <Select
              className={styles.grow}
              aria-label={t('import.varColumn', { number })}
              value={column}
              options={options}
              onChange={(value: number) => put({ column: value })}
            />
            <IconButton
              isSmall
              label={t('import.varRemove', { number })}
              onClick={() => onChange({ ...columns, vars: vars.toSpliced(index, 1) })}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </div>
        )
      })}
      <Button
        size="small"
        className={styles.start}
        icon={<Plus size={14} />}
        disabled={next === null}
        onClick={() => (next === null ? undefined : onChange({ ...columns, vars: [...vars, next] }))}
      >
        {t('import.varAdd')}
      </Button>
    </>
  )
}

/** Which column of the files holds the player, the server, a gift of their own, and each variable. */
export function ColumnChoice(props: ChoiceProps): ReactNode {
  const t = useMailTexts()
  const { columns, head, onChange } = props
  const options = head.map((name, value) => ({
    value,
    label: columns.hasHead && name !== '' ? name : t('import.column', { number: String(value + 1) }),
  }))
  const own = (key: 'uId' | 'roleId' | 'serverId' | 'attach', label: string) => (
    <div className={styles.row} key={key}>
      <span className={styles.kind}>{label}</span>
      <Select
        className={styles.grow}
        aria-label={label}
        allowClear
        placeholder={t('import.skip')}
        value={columns[key]}
        options={options}
        onChange={(next: number | undefined) => {
          const { [key]: _, ...rest } = columns
          onChange(next === undefined ? rest : { ...rest, [key]: next })
        }}
      />
    </div>
  )
  const fault = columnFault(columns)
  return (
    <>
      <FirstRows {...props} />
      {own('uId', 'uId')}
      {own('roleId', 'roleId')}
      {own('serverId', t('import.server'))}
      {own('attach', t('import.gift'))}
      <VarRows {...props} options={options} />
      <Checkbox
        checked={columns.hasHead}
        onChange={({ target }) => onChange({ ...columns, hasHead: target.checked })}
      >
        {t('import.hasHead')}
      </Checkbox>
      {fault === null ? null : (
        <p className={blockStyles.wrong} role="status">
          {t(`import.${fault}`)}
        </p>
      )}
    </>
  )
}
