import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Dialect, StoreOptions } from '../src/index.ts'
import { onCluster, postgresCluster } from './postgres-cluster.ts'

/** A database to open once or several times. */
export interface TestPlace {
  dialect: Dialect
  where: Pick<StoreOptions, 'dataDir' | 'databaseUrl'>
  remove(): Promise<void>
}

/** An empty database, or a copy of `template`: the file of one, or the name of one in the cluster, that nobody has open. */
export async function makeTestPlace(dialect: Dialect, template?: string): Promise<TestPlace> {
  if (dialect === 'sqlite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'qd-store-'))
    if (template !== undefined) copyFileSync(template, join(dataDir, basename(template)))
    return {
      dialect,
      where: { dataDir },
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    }
  }
  const name = `qd_${randomUUID().replaceAll('-', '')}`
  const cluster = await postgresCluster()
  await onCluster(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  return {
    dialect,
    where: { databaseUrl: cluster.urlOf(name) },
    remove: () => onCluster(`drop database if exists ${name} with (force)`),
  }
}
