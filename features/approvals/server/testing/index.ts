export * from './approvals-world.ts'
