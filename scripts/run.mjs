// The entry point of every npm command: `node scripts/run.mjs start`. It only checks Node itself and then imports the
// command, because later files may use syntax that an older Node cannot parse.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Node ${process.versions.node} is too old: the build tools of the web part need Node 20.19 or later; ` +
      'get it from https://nodejs.org or with your version manager (nvm install 22).',
  );
  process.exit(1);
}

const commands = [
  'start',
  'test',
  'check',
  'fix',
  'dev',
  'bench',
  'build',
  'faults',
  'parity',
  'prove',
  'shots',
  'share-pictures',
];
const [name, ...rest] = process.argv.slice(2);
if (!commands.includes(name)) {
  console.error(`Say one of: ${commands.map((command) => `npm run ${command}`).join(', ')}.`);
  process.exit(2);
}

try {
  const command = await import(`./${name}.mjs`);
  process.exitCode = await command.main(rest);
} catch (error) {
  // A Refusal is a sentence for a person; any other error is a fault in these scripts and keeps its stack.
  console.error(error?.name === 'Refusal' ? `\n${error.message}` : error);
  process.exit(1);
}
