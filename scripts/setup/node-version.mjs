/**
 * Stops at once on a Node that is too old. Imported first by every command, so it must not use
 * anything that an old Node lacks.
 */
const [major, minor] = process.versions.node.split('.').map(Number);
const isKnownToWork = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;

if (!isKnownToWork) {
  console.error(
    `Sabot needs Node 20.19 or newer (of the 22 line, 22.12 or newer); this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}
