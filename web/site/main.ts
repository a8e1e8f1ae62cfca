import './site.css';
import { copyButtons } from './copy-buttons.ts';
import { openApp } from './open-app.ts';
import { searchAsYouType } from './search-as-you-type.ts';
import { tryLinks } from './try-links.ts';

copyButtons();
tryLinks();
searchAsYouType();
openApp();
