import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect, StoreOptions } from '../src/index.ts'
import { onCluster, postgresCluster } from './postgres-cluster.ts'

/** An empty database to open once or several times. */
export interface TestPlace {
  dialect: Dialect
  where: Pick<StoreOptions, 'dataDir' | 'databaseUrl'>
  remove(): Promise<void>
}

export async function makeTestPlace(dialect: Dialect): Promise<TestPlace> {
  if (dialect === 'sqlite') {
    const dataDir = mkdtempSync(join(tmpdir(), 'qd-store-'))
    return {
      dialect,
      where: { dataDir },
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    }
  }
  const name = `qd_${randomUUID().replaceAll('-', '')}`
  const cluster = await postgresCluster()
  await onCluster(`create database ${name}`)
  return {
    dialect,
    where: { databaseUrl: cluster.urlOf(name) },
    remove: () => onCluster(`drop database if exists ${name} with (force)`),
  }
}
